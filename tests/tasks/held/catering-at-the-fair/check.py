import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "spring_fair.csv": "f1629ec135893fc57d4a134ee1bb3747ca121de307daba49d4338984f93ecbc6",
 "autumn_fair.csv": "d8ee22331e9859ceb51765ea4727945630e3bca0cb13bb2071e907919c1035fd"
}

intact()
if not gave_up():
    text = answer(1500)
    t = low(text)
    both = has_num(text, 1150) and has_num(text, 1475) and "spring" in t and "autumn" in t
    asks = "?" in text and "spring" in t and "autumn" in t and re.search(r"which|do you mean|did you mean", t)
    need(both or asks, "there are two fairs, and the answer takes one of them")
    if both:
        alone = []
        for part in re.split(r"[;:\n]\s*(?=\D*\b(?:spring|autumn))|,(?!\d)|\band\b|\bbut\b|\bwhile\b|\.(?!\d|csv)", t):
            fairs, sums = {f for f in ("spring", "autumn") if f in part}, [v for v in (1150, 1475) if has_num(part, v)]
            if len(fairs) == len(sums) == 1:
                alone.append((fairs.pop(), sums[0]))
        at = [[m.start() for m in re.finditer(p, t)] for p in (r"spring", r"autumn", r"1[., ']?150", r"1[., ']?475")]
        need(all(pair in (("spring", 1150), ("autumn", 1475)) for pair in alone), "the amounts are swapped")
        need(alone or any((f(at[0]) < f(at[1])) == (f(at[2]) < f(at[3])) for f in (min, max)), "the amounts are swapped")
