import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import shutil, tempfile

accepted()
unchanged("rain.py", "report.py")
nothing_new("test*.py")


def check(folder, *want):
    rc, out, err = run("report.py", folder=folder)
    need(rc == 0, err.strip()[-300:])
    lines = [line.strip().lower() for line in out.strip().split("\n")]
    need(lines == [line.lower() for line in want], f"it prints {out[:300]}")


check(None, "Harbour: 3.1 mm", "Quarry: 0.0 mm", "Hillock: no readings", "Mill Weir: 2.8 mm", "most rain in a day: Harbour")
with tempfile.TemporaryDirectory() as folder:
    for name in ("rain.py", "report.py"):
        shutil.copy(name, folder)
    with open(os.path.join(folder, "stations.py"), "w", encoding="utf-8") as stream:
        stream.write('STATIONS = {"Lake": [], "Pass": [0.0], "Dune": [1.0, 2.0], "Cape": []}\n')
    check(folder, "Lake: no readings", "Pass: 0.0 mm", "Dune: 1.5 mm", "Cape: no readings", "most rain in a day: Dune")
