import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("kuendigung.txt")
text = read("kuendigung.txt")
need(35 <= word_count(text) <= 230, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"Vital Forum Kassel", r"kündig", r"\b48213\b", r"\b31\.\s*(Dez\w*\.?|12\.)\s*2025", r"nächst ?möglich|nächsten?,? (möglich|zulässig)|frühest ?möglich|nächste[nrm]? (Termin|Zeitpunkt)",
         r"bestätig", r"schriftlich|in schriftform|per (brief|post|e-?mail)", r"einzugserm|lastschrift|SEPA|einzuziehen", r"widerr[ui]|widerruf|entzieh|erlisch|erlösch|endet|zurück(zieh|genommen)|nehme[^.]{0,60}zurück",
         r"Kurze Str(aße|asse|\.) ?5", r"34117 Kassel", r"(geehrte|guten tag|hallo|liebes)")
must_not_say(text, r"\b(du|dich|dir|dein\w*|euch)\b", r"Herrn? Maurer|geehrte Frau Maurer|liebe Frau Maurer")
end = [found for found in re.finditer(r"gr(ü|ue)(ß|ss)|hochachtungsvoll", text, re.I)]
need(end and re.search(r"Maurer", text[end[-1].end():]), "is not signed")
need(not re.search(r"Vital Forum", text[end[-1].end():]), "is signed by the studio")
body = re.sub(r"(?m)^\s*(Kassel, ?)?((den|am|Datum:) ?)?\d{1,2}\. ?(\w+|\d{1,2}\.) ?\d{4}\s*$", "", text)
only_numbers(body, 48213, 31, 12, 31.12, 2025, 5, 34117)
