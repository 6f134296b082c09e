import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
rc, out, err = run("groups.py", "2025-06-01")
need(rc == 0, err[-200:])
need(out.strip().split("\n") == ["Mila Stojan: 8, Minis", "Arthur Bell: 12, Cadets", "Zoe Lambert: 14, Cadets", "Ravi Menon: 9, Juniors", "Klara Busch: 11, Juniors",
                                 "Enzo Moretti: 6, Minis", "Hanna Lie: 17, Youth", "Samir Aziz: 14, Cadets"], f"prints {out}")
CODE = """
from datetime import date
from groups import age, group_for, read_kids, GROUPS
for born, on, years in (((2016, 11, 20), (2025, 11, 19), 8), ((2016, 11, 20), (2025, 11, 20), 9), ((2016, 11, 20), (2025, 12, 1), 9), ((2010, 3, 1), (2025, 2, 28), 14),
                        ((2015, 10, 5), (2025, 5, 20), 9), ((2015, 5, 20), (2025, 10, 5), 10), ((2016, 6, 1), (2025, 6, 1), 9), ((2010, 1, 1), (2011, 1, 1), 1),
                        ((2010, 1, 1), (2024, 12, 31), 14), ((2025, 3, 1), (2025, 4, 1), 0)):
    assert age(date(*born), date(*on)) == years, (born, on, age(date(*born), date(*on)))
assert GROUPS == [(5, 8, "Minis"), (9, 11, "Juniors"), (12, 14, "Cadets"), (15, 17, "Youth")]
assert [group_for(n) for n in (4, 5, 8, 9, 15, 18)] == ["-", "Minis", "Minis", "Juniors", "Youth", "-"]
assert read_kids("kids.csv")[0] == ("Mila Stojan", date(2016, 11, 20))
"""
rc, out, err = run("-c", CODE)
need(rc == 0, (err.strip() or "no message").split("\n")[-1])
unchanged("groups.py")
nothing_new()
