import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 4563.5, words=False), "the sum is missing")
for wrong in (9303.65, 5268.1, 7366.6):
    need(not has_number(OUTPUT, wrong, words=False), f"says {wrong}")
parts = [part for part in re.split(r"(?<=[.!?])\s+|\n", OUTPUT) if re.search(r"\btotal", part, re.I) and re.search(r"\d[.,]\d\d\b", part)]
need(not parts or any(has_number(part, 4563.5, words=False) for part in parts), "another total")
