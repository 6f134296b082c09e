import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("takings.py")
nothing_new()
LINES = {"takings.csv": [("2025-06-02", 51.40), ("2025-06-03", 23.00), ("2025-06-04", 42.30), ("2025-06-05", 15.00), ("2025-06-06", 47.90)],
         "other.csv": [("2025-07-28", 3.25), ("2025-07-29", 110.10), ("2025-08-01", 5.00)], "one.csv": [("2025-09-15", 8.40)]}
with open("other.csv", "w", encoding="utf-8") as stream:
    stream.write("day,receipt,amount\n2025-07-28,1,3.25\n2025-07-29,2,100.00\n2025-07-29,3,10.10\n2025-08-01,4,2.00\n2025-08-01,5,3.00\n")
with open("one.csv", "w", encoding="utf-8") as stream:
    stream.write("day,receipt,amount\n2025-09-15,77,4.20\n2025-09-15,78,4.20\n")
for name, wanted in LINES.items():
    rc, out, err = run("takings.py", *([] if name == "takings.csv" else [name]))
    need(rc == 0, err.strip()[-300:])
    need([line.split() for line in out.strip().split("\n")] == [[day, f"{total:.2f}"] for day, total in wanted], f"prints {out!r} for {name}")
