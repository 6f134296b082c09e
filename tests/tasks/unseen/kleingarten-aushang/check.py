import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'protokoll.txt': 'ef5761d2460418563d87',
    'aushang_2025.txt': '7bc80c737e6de8a7758a',
}
accepted()
unchanged()
nothing_new("aushang.txt")
text = read("aushang.txt")
no_program(text)
assert language(text) == "de", "not in German"
assert len(text.split()) <= 132, f"too long: {len(text.split())} words"
assert len(text.split()) >= 25, "too short"
facts = {
    "Beitrag": has_number(text, 95),
    "Hecken": bool(re.search(r"\b1[,.]25\b|\b125 ?cm", text)),
    "Kassiererin": says(text, "Lindner"),
    "Wasser": has_date(text, 2026, 3, 28) and has_date(text, 2026, 10, 24),
    "Gemeinschaftsarbeit": has_date(text, 2026, 4, 18),
    "Sommerfest": has_date(text, 2026, 7, 11),
}
missing = [k for k, v in facts.items() if not v]
assert facts["Beitrag"], "the new fee is missing"
assert facts["Gemeinschaftsarbeit"], "the working day is missing"
assert len(missing) <= 1, f"missing: {missing}"
for part in re.split(r"\n|(?<=[a-z)])\. ", text):
    if re.search(r"hund", plain(part)) and re.search(r"verbot|verbiet", plain(part)):
        assert re.search(r"abgelehnt|nicht|kein|ablehn", plain(part)), "the ban of dogs was turned down"
