import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "diary.txt": "bcfbfa8eec2aa13333abc9d855eb469de0b7865fd8c93c200fe9f15e935c7e95"
}

text = answer(2000)
intact()
t = low(text)
need(has_date(text, 1911, 10, 17), "the day of the breakdown is missing or wrong")
need("clewe" in t or "harriet" in t, "the person who repaired it is missing or wrong")
for other in ("tolland", "reddle"):
    need(other not in t, "%s repaired something else" % other)
need(not re.search(r"(repaired|fixed|mended|set right)( by| it)?[^.]{0,12}\bpell\b|\bpell (repaired|fixed|mended)", t), "Pell did not repair it")
if has_date(text, 1911, 10, 23):
    need(not re.search(r"(broke|break|fail|silent)(?:(?!17|repair|mend|fixed|set right)[^.;,]){0,40}(23|oct\w* 23)", t), "it broke down on the 17th")
