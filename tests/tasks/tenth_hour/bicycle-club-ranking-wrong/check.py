import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import tempfile

accepted()
unchanged("rides.py")
nothing_new()
rc, out, err = run("rides.py", "rides.csv")
need(rc == 0, err.strip().split("\n")[-1])
need([line.rstrip() for line in out.strip().split("\n")] == ['1. Karim: 1043.0 km', '2. Rob: 585.5 km', '3. Henk: 301.6 km', '4. Ines: 149.5 km', '5. Lotte: 98.5 km', '6. Mireille: 74.5 km'], f"prints {out}")
with tempfile.TemporaryDirectory() as side:
    other = os.path.join(side, "other.csv")
    with open(other, "w", encoding="utf-8") as stream:
        stream.write("date,member,km\n2026-04-01,Zoe,9.5\n2026-04-01, Abe ,99.25\n2026-04-02,Moe,1000\n2026-04-02,Uli,100.5\n2026-04-03,Zoe,1.5\n2026-04-04,Kim,12000.0\n2026-04-05,Lea,99.2\n2026-04-05,Pat,2.0\n")
    rc, out, err = run("rides.py", other)
    need(rc == 0, err.strip().split("\n")[-1])
    lines = [line.rstrip() for line in out.strip().split("\n")]
    need([line.split(": ")[0] for line in lines] == ["1. Kim", "2. Moe", "3. Uli", "4. Abe", "5. Lea", "6. Zoe", "7. Pat"], f"prints {out}")
    need(lines[0] == "1. Kim: 12000.0 km" and lines[5] == "6. Zoe: 11.0 km", f"prints {out}")
