import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


first_is(OUTPUT, r"\b19[:.h ]?25\b|\b0?7[:.]25\s*(?:p\.?m|in the evening)", r"\b18[:.]15\b", r"\b20[:.]40\b", r"\b1[789][:.]30\b", r"\b6[:.]40\b", r"\b[68][:.](?:15|30|40)\s*p")
need(has_number(OUTPUT, 4.5), "not 4.50")
first_is(OUTPUT, r"4[.,]50?\b", r"\b(?:€\s*)?(?:9|11|3)(?:[.,]00)?\s*(?:euros?\b|€)", r"€\s*(?:9|11|3)\b")
need(word_count(OUTPUT) <= 100, "a long answer")
