import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("brief.txt")
text = read("brief.txt")
need(35 <= word_count(text) <= 250, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"(geehrte|liebe|guten tag,?|hallo)\s+frau\s+(petra\s+)?lindner", r"18\.\s*(nov|11)", r"\bBrandt\b", r"therme", r"\b0?9([:.]00)?( uhr)?\s*(und|bis|-|–)\s*11\b",
         r"(bis|spätestens|vor)\b[^.!?]{0,45}14\.\s*(nov|11)|14\.\s*(nov\w*|11\.?)( 2025)?[^.!?]{0,60}(spätestens|an(zu)?rufen)", r"zu\s?hause|anwesend|da (ist|sind|sein)|öffnet|öffnen|vor ort|zugang|zugäng|zutritt|in (der|ihrer) wohnung (ist|sind)", r"\b(Sie|Ihnen|Ihrer?)\b")
need("1715550199" in re.sub(r"[\s/()-]", "", text), "the telephone number is missing")
must_not_say(text, r"\b(du|dich|dir|dein\w*|euch)\b", r"\b(montag|mittwoch|donnerstag|samstag|sonntag)\b", r"Frau Wessel|Herr(n)? Lindner")
end = re.search(r"gr(ü|ue)(ß|ss)|hochachtungsvoll", text, re.I)
need(end and re.search(r"Wessel", text[end.end():]), "is not signed")
need(not re.search(r"Lindner", text[end.end():]), "is signed by the tenant")
body = re.sub(r"(?m)^\s*([A-ZÄÖÜ]\w+, )?((den|Datum:) )?\d{1,2}\. ?(\w+|\d{1,2}\.) ?\d{4}\s*$", "", text)
body = re.sub(r"(\+49|0)[\s()\d/-]{8,}", "", body)
only_numbers(body, 12, 18, 14, 11, 9, 2025, 0, 18.11, 14.11, 9.00, 11.00)
