import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("notice.txt")
text = read("notice.txt")
no_placeholder(text)

must_say(text, r"closed|closing|holiday", r"\b5(?:th)?\b", r"\b17(?:th)?\b", r"aug", r"\b19(?:th)?\b", r"\b0?9(?:[:.]00)?(?:\b|\s?a\.?m)", r"repair", r"\bbikes?\b|bicycles?", r"\b0?3(?:rd)?\b", r"\b13[:.]00|\b1(?:[:.]00)?\s?p\.?m", r"\bJens\b", r"555[\s-]?0163", r"morning", r"Spoke\s*(?:&|and)\s*Wheel", r"open|back|return|see you")
must_not_say(text, r"dear\s+jens", r"(?:closed|closing)[^.\n]{0,40}\bto\b[^.\n]{0,15}\b19", r"(?:collect|pick)[^.\n]{0,40}\b(?:5|17|19)\b")
plain = re.sub(r"555[\s-]?0163", "", text)
only_numbers(plain, 5, 17, 19, 9, 0, 3, 13, 1, 8)
need(25 <= word_count(text) <= 130, f"{word_count(text)} words")
