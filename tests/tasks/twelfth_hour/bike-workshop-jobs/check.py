import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 7.75, words=False) or re.search(r"\b7 ?(h|hours?|hrs?)?[ ,]*(and )?(45 ?min|¾|3/4)|\b(7|seven) and three[- ]quarters", OUTPUT, re.I), "the hours")
need(has_number(OUTPUT, 874.4, words=False), "the money")
for other in (10.25, 13.25, 12.25, 1072.8, 1473.3, 1276.9):
    need(not has_number(OUTPUT, other, words=False), f"says {other}")
