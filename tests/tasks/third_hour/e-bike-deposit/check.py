import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"\b150\b", r"\b(?:50|30|200|32|40|400|100)\b(?:[.,]00)?\s*(?:€|eur)", r"(?:€|eur)\s*(?:50|30|200|32|40|400)\b")
first_is(OUTPUT, r"\b6(?:[:.]00)?\s*(?:p\.?\s?m|o'?clock|in the evening)|\b18[:.h]\s?00|\bsix\b|\b18\s?h\b", r"\b6[:.]45", r"\b18[:.]45", r"\b(?:7|8|9|5)(?:[:.]00)?\s*p\.?m")
