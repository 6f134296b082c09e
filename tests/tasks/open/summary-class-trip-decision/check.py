import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'trip_mails.txt': '4b398b3a835a2d928dbb'}

accepted()
unchanged()
text = read("decision.md").strip()
no_program(text)
assert language(text) == "en"
count = len([w for w in words(text) if not re.fullmatch(r"\d+", w)])
assert 20 <= count <= 125, f"{count} words"
assert has_date(text, None, 6, 20), "the day is 20 June"
assert says(text, "Hohlenfels"), "the place is Hohlenfels"
assert says(text, "train") and re.search(r"\b0?8[:.]12\b", text), "they take the 8:12 train"
assert has_number(text, 14, in_words=True), "it costs 14 per child"
assert says(text, "Birgit") and has_date(text, None, 5, 31), "Birgit books by 31 May"
assert re.search(r"(?i)Anders[^.\n]*(collect|money|gather)|(money|collect)[^.\n]*Anders|money[^\n]*\n?[^\n]*Anders", text), "Anders collects the money"
for old in ("lake", "Grunsee", "museum", "Farrach", "coach", "7:40", "wasps", "18 June", "June 18", "18th", "swimming"):
    assert not says(text, old), f"{old}: that is the to and fro"
assert not has_number(text, 16, in_words=False), "16 was the coach"
