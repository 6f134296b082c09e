import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "sensors.jsonl": "6c422fd0eb992851f6acfa4032c7050a6298ff2a903b58e269c4c5527511855c"
}

text = answer()
intact()
text = re.sub(r"(?i)\borchids\b", "orchid", text)
need(word(text, "orchid"), "the warmest bed is not named")
need(has_num(text, 24.8, 0.051), "the average is missing or wrong")
parts = re.split(r"\n+|(?<=[.!?])\s+(?=[A-Z])", flat(text))
ok = [p for p in parts if word(p, "orchid") and has_num(p, 24.8, 0.051)] or len(parts) <= 3
need(ok, "bed and average are not together")
for other in ("cactus", "fern", "citrus"):
    need(not re.search(r"(warmest|hottest|highest)[^.\n]{0,40}\b(is|was|:)(?:(?!orchid)[^.\n]){0,20}\b%s" % other, low(text)), "names %s as the warmest" % other)
    need(not re.search(r"\b%s\b[^.\n]{0,25}\b(is|was) the (warmest|hottest)" % other, low(text)), "names %s as the warmest" % other)
