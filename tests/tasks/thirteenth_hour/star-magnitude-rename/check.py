import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
for name in sorted(given()):
    want = re.sub(r"\bget_mag\b", "magnitude", original(name))
    text = read(name)
    need(not re.search(r"\bget_mag\b", text), f"{name} still says get_mag")
    ours = [re.sub(r"test_(get_mag|magnitude)\b", "test_it", line).rstrip() for line in text.rstrip().split("\n")]
    theirs = [re.sub(r"test_(get_mag|magnitude)\b", "test_it", line).rstrip() for line in want.rstrip().split("\n")]
    need(len(ours) == len(theirs), f"{name} has other lines")
    for a, b in zip(ours, theirs):
        if b.startswith("from stars import"):
            need(sorted(re.findall(r"\w+", a)) == sorted(re.findall(r"\w+", b)), f"{name}: {a}")
        else:
            need(a == b, f"{name}: {a}")
cases("import stars, tonight, chart, test_stars; test_stars.test_limit(); assert stars.magnitude('Vega') == 0.03; chart.bar('Vega')")
