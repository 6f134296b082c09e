import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'delays.csv': '7eb917edff396cc80611',
}

unchanged()
nothing_new()
text = answer(1000)
assert says(text, "21"), "line 21 has the highest average delay"
named = re.findall(r"(?i)\b(?:line|bus|route)(?: line)?(?: number| no\.?)?\W{0,4}(\d+)", text)
assert not named or "21" in (named[0], named[-1]), "another line is said to be the highest"
assert has_number(text, 7.815789473684211, near=0.06), "the average delay is 7.82"
averages = [float(t.replace(",", ".")) for t in re.findall(r"\d+[.,]\d+", text)]
assert not averages or max(averages) <= 7.876, "a higher average is named"
