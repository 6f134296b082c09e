import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import tempfile

accepted()
unchanged()
nothing_new("km.py", "test*.py")
read("km.py")


def check(path, *want):
    rc, out, err = run("km.py", path)
    need(rc == 0, err.strip()[-300:])
    lines = [line for line in out.split("\n") if any(re.search(rf"\b{name}\b", line) for name, _ in want)]
    need(len(lines) == len(want), f"{len(lines)} lines with drivers: {out[:200]}")
    for line, (name, km) in zip(lines, want):
        need(re.search(rf"\b{name}\b", line), f"not {name} but {line!r}")
        need(has_number(line, km, tolerance=0.06, words=False), f"{name}: {line!r}")


check("trips.csv", ("Solveig", 118.2), ("Matti", 59.7), ("Ines", 59.2), ("Rafael", 44.7))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "april.csv")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("date,driver,to,km\n2025-04-01,Bo,mill,9.5\n2025-04-01,Ada,mill,100\n2025-04-02,Cem,town,40.3\n2025-04-03,Bo,sea,11\n2025-04-03,Cem,town,70\n")
    check(path, ("Cem", 110.3), ("Ada", 100), ("Bo", 20.5))
