import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import tempfile
from datetime import date, timedelta

accepted()
unchanged("racha.py")
nothing_new()
read("racha.py")


def printed(days):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "d.txt")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write("\n".join(days) + "\n")
        rc, out, err = run("racha.py", path)
    need(rc == 0, f"ends with {err.strip()[-200:]}")
    return out.strip().split("\n")


def row(start, *lengths):
    day, days = date.fromisoformat(start), []
    for length in lengths:
        days += [(day + timedelta(days=step)).isoformat() for step in range(length)]
        day += timedelta(days=length + 2)
    return days


given_days = original("dias.txt").split()
for days, want in ((given_days, 6), (given_days[:-4], 4), (row("2025-05-01", 3, 7, 2), 7), (row("2025-05-28", 9), 9), (row("2024-02-25", 1, 1, 8), 8), (row("2025-01-01", 1), 1), (row("2025-01-01", 1, 1), 1), (row("2025-01-01", 5, 5), 5), (row("2025-12-29", 2, 3, 1), 3)):
    lines = printed(days)
    need(lines == [f"Días corridos: {len(days)}", f"Racha más larga: {want} días"], f"prints {lines}, not {want}")
