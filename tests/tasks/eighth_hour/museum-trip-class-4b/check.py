import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
first_is(OUTPUT, r"\b0?7\s?[:.h]\s?20\b|twenty past seven|20 (?:minutes )?past (?:7|seven)", r"\b0?6[:.]50", r"\b0?9[:.]10", r"\b0?6[:.]45", r"\b0?7[:.]08")
first_is(OUTPUT, r"£\s?8(?:\.00)?\b|\b8(?:\.00)?\s*(?:pounds?|£|GBP|quid)|\beight (?:pounds|quid)|(?:money|take|up to|max\w*\.?)\D{0,25}\b8\b(?!\s*:)", r"£\s?(?:5|14)\b|\b(?:5|14)\s*(?:pounds?|£|GBP)|\b(?:five|fourteen) pounds")
must_not_say(OUTPUT, r"(?:leaves?|leaving|departs?|departure) (?:is )?at 0?7[:.]20")
unchanged()
nothing_new()
