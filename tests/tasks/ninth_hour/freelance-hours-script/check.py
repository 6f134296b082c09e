import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import tempfile

accepted()
unchanged()
nothing_new("hours.py", "test*.py")
source = read("hours.py")


def shows(path, *want):
    rc, out, err = run("hours.py", path)
    need(rc == 0, err.strip()[-200:])
    lines = [line.strip() for line in out.split("\n") if line.strip()]
    need(lines == list(want), f"{path} gives {lines}")


shows("work.txt", "Dr. Venn: 12:30", "Marlow Architects: 9:50", "Tidewater Brewing: 5:55", "Total: 28:15")
with tempfile.TemporaryDirectory() as side:
    path = os.path.join(side, "april.txt")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("\n2025-04-01 08:00-20:30 Zed Films\n2025-04-02 08:00-20:30 Zed Films\n\n2025-04-02 20:58-21:05 Arc\n")
    shows(path, "Arc: 0:07", "Zed Films: 25:00", "Total: 25:07")
