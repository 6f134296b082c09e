import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'harvest.jsonl': '62633826b33ba1234ae9',
}
text = answer(900)
unchanged()
nothing_new()
flat = plain(text)
WANT = [("lime", 26), ("orchard", 24.1), ("shed", 14.6), ("fence", 13.75)]
names = [n for n, _ in WANT]
marks = sorted((m.start(), m.end(), m.group()) for m in re.finditer(r"\b(lime|orchard|shed|fence)\b", flat))
for name, value in WANT:
    assert any(m[2] == name for m in marks), f"{name} is missing"
    near = ""
    for i, (a, b, n) in enumerate(marks):
        if n == name:
            end = marks[i + 1][0] if i + 1 < len(marks) else len(flat)
            start = marks[i - 1][1] if i else 0
            cut = re.search(r"total|together|altogether|in all|overall|sum", flat[b:end])
            near += " " + flat[b:b + cut.start() if cut else end] + " ; "
            if not has_number(flat[b:end], value):
                near += flat[start:a]
    assert has_number(near, value), f"the kilos of {name}"
assert has_number(text, 78.45), "the total"
first = sorted(names, key=flat.find)
last = sorted(names, key=flat.rfind)
assert names in (first, last), "the order"
