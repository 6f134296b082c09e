import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("*.txt", "*.md")
fresh = sorted(listing(".") - given())
need(len(fresh) <= 1, f"several new files: {fresh}")
text = read(fresh[0]) if fresh else OUTPUT
no_placeholder(text)
lines = [line.strip() for line in text.strip().split("\n") if line.strip()]
points = []
for line in lines:
    if re.match(r"(?:[-*•–+]|\d[.)])\s+\S", line):
        points.append(line)
    elif points:
        points[-1] += " " + line
need(len(points) == 4, f"{len(points)} points")
need(len(lines) <= 10, "much beside the points")
for topic, *facts in ((r"sports day", r"\b21(?:st)?\b", r"june"), (r"lunch|cater|meal", r"\b4[.,]60?\b"), (r"shed|roof", r"parents|ourselves|themselves|\bwe\b", r"\b15(?:th)?\b"), (r"treasurer", r"\bOlaf\b")):
    here = [point for point in points if re.search(topic, point, re.I) and all(re.search(fact, point, re.I) for fact in facts)]
    need(here, f"no point with {topic} and {facts}")
must_not_say(text, r"petra (?:is|was) (?:re-?)?elected", r"from (?:21 june|june 21(?:st)?) to", r"from 4[.,]60? to", r"4[.,]20? instead")
only_numbers(re.sub(r"(?m)^\s*\d[.)]\s", "", text), 5, 21, 4.6, 4.2, 15, 7, 4, 6)
need(20 <= word_count(text) <= 120, f"{word_count(text)} words")
