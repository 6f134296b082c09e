import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("newsletter.txt")
text = read("newsletter.txt")
need(25 <= word_count(text) <= 93, f"{word_count(text)} words")
need(has_number(text, 1284, words=False), "no parcels")
need(has_number(text, 9450, words=False), "no money raised")
must_say(text, "thursday", "parcel")
allowed = [value for values in numbers(original("winter_report.txt"), True) for value in values]
only_numbers(text, *allowed, 179, 2, 3, 5, 9, 30, 0, 27, 16, 1570, 90, 2025, 2026)
for sentence in re.split(r"(?<=[.!?])\s|\n", text):
    if "1,284" in sentence and "1,105" not in sentence:
        need(not says(sentence, r"1,284 (families|people|volunteers|pounds)"), "1,284 of what")
    if "7,880" in sentence:
        need(says(sentence, "spen|cost|expens"), "7,880 for what")
must_not_say(text, r"thursdays? instead", r"instead of mondays?", r"7,880[^.]{0,15}(raised|donat)", r"raised £?7,880")
no_placeholder(text)
