import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("elternbrief.txt")
text = read("elternbrief.txt")
need(45 <= word_count(text) <= 230, f"{word_count(text)} words")
must_say(text, r"liebe\b.{0,20}\beltern|sehr geehrte|guten tag|hallo|eltern und", r"12\.\s*(?:juni|0?6\b)|2026-06-12", r"kiekeberg",
         r"0?8[:.]15|viertel nach acht|viertel nach 8", r"schulhof", r"15[:.]30|halb vier", r"\b9[,.]50?\b", r"umschlag|passend", r"\bbus\b|busses|busfahrt",
         r"regen(?:jacke|kleidung|schutz)", r"trinkflasche|getränk", r"frühstück", r"taschengeld", r"zettel|rückmeldung|unterschr", r"29\.\s*(?:mai|0?5\b)|2026-05-29",
         r"grüße|gruß|grüssen|gruss")
must_say(text, r"(?s)(?:grüße|gruß|grüssen|gruss).{0,80}ohlsen")
need("4b" in text or "Eltern" in text, "not to the parents")
must_not_say(text, r"\b(?:montag|dienstag|mittwoch|donnerstag|samstag|sonntag)", r"stichpunkte", r"(?:bringen|geben)[^.]{0,60}\b(?:etwas|ein wenig) taschengeld")
for sentence in re.findall(r"[^.!?\n]*taschengeld[^.!?\n]*", re.sub(r"(?<!\n)\n(?![-*•\n])", " ", text), re.I):
    need(says(sentence, r"\bkein|\bohne|\bnicht|verzichten|zu hause"), "pocket money")
only_numbers(text, *range(1, 9), 4, 8, 9, 9.5, 12, 15, 29, 30, 2026, 8.15, 15.3, 12.06, 12.6, 29.05, 29.5)
no_placeholder(text)
