import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

BEST = r"Greenhouse"
OTHERS = r"South wall|Raised bed|Back plot"

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 13.25, 0.06) or has_number(OUTPUT, 13250, 0.5), "does not say 13.25 kg")
for other in (29.37, 22.5):
    need(not has_number(OUTPUT, other, 0.006), f"says {other} kg")
most = re.search(BEST + r"\b[^.!?\n]{0,60}\b(most|largest|biggest|best|highest|top)\b|\b(most|largest|biggest|best|highest|top|mainly|mostly)\b[^!?\n]{0,90}?" + BEST, OUTPUT, re.I)
if not (most and not re.search(OTHERS, most.group(), re.I)):
    first_is(OUTPUT, BEST, OTHERS)
bad = re.search(r"\b(" + OTHERS + r")\b(?:(?!" + BEST + r"|[.!?;\n] )[^!?\n]){0,40}\b(gave|yielded|produced|had|with) (us )?(the )?(most|largest|biggest|highest)", OUTPUT, re.I)
need(not bad, "names another bed")
