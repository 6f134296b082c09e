import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "doorcount.csv": "dffc67cfb6f023a5259587de83bd209dfbafbf58c6b29c2132e379a4a02bd604"
}

WIN = 'Station'
N = 18049
OTHERS = ['Central', 'Harbour', 'Northgate', 'Old Mill']

text = answer()
intact()
t = low(text)
need(word(text, WIN), "the branch is missing or wrong")
need(has_num(text, N), "the number is missing or wrong")
parts = re.split(r"\n+|(?<=[.!?])\s+(?=[A-Z])", flat(text))
need(len(parts) <= 2 or [p for p in parts if word(p, WIN) and has_num(p, N)], "branch and number are not together")
for b in OTHERS:
    need(not re.search(r"(most|busiest)[^.\n]{0,40}\b(is|was|:|had)(?:(?!station)[^.\n]){0,20}\b%s\b" % b.lower(), t) and not re.search(r"\b%s\b(?:(?!station|second|third)[^.\n,;]|,(?=\d{3})|, (?=the most)){0,25}(the most|busiest)" % b.lower(), t), "names %s" % b)
