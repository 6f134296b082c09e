import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("notice.txt")
text = read("notice.txt")
must_say(text, r"flea\W?market", r"linden\s+(?:street|st\b)", r"saturday|\bsat\b", r"\b14(?:th|\.)?(?:\s+of)?\s+june|june\s+(?:the\s+)?14", r"\b10\b", r"\b3(?:[:.]00)?\s*p\.?\s?m|\b15[:.h]\s?00|\b15\b", r"coffee", r"\bcakes?\b", r"\bstalls?\b", r"\bfree\b|nothing|no (?:cost|fee|charge)|without (?:charge|fee)", r"\bbell\b", r"(?:flat|apartment|apt\.?|no\.|#)\W*3\b")
only_numbers(re.sub(r"\b20[2-9]\d\b", "", re.sub(r"[:.]00\b", "", text)), 8, 14, 10, 3, 15)
no_placeholder(text)
need(word_count(text) <= 82, f"{word_count(text)} words")
must_not_say(text, r"sunday|friday|\bjuly\b|10(?:[:.]00)?\s*p\.?m|\b3(?:[:.]00)?\s*a\.?m")
