import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("ages.py", "club.py")
nothing_new("test_*.py", "*_test.py")
read("ages.py")
for day, want in (("2024-06-01", ["Omar", "Theo", "Rosa", "Edda"]), ("2024-11-22", ["Omar", "Pia", "Theo", "Rosa", "Edda"]), ("2024-11-23", ["Lena", "Omar", "Pia", "Theo", "Rosa", "Edda"]), ("2024-01-31", ["Theo", "Edda"])):
    rc, out, err = run("club.py", day)
    need(rc == 0, "club.py crashes: " + err[-200:])
    need(out.split() == want, f"club.py {day} prints {out.split()}")
cases("""
from datetime import date
from ages import age
for born, day, want in (
    ((2006, 11, 23), (2024, 6, 1), 17), ((2006, 11, 23), (2024, 11, 22), 17), ((2006, 11, 23), (2024, 11, 23), 18), ((2006, 11, 23), (2024, 12, 1), 18),
    ((1990, 3, 15), (2023, 3, 14), 32), ((1990, 3, 15), (2023, 3, 15), 33), ((1990, 3, 15), (2023, 4, 1), 33), ((1990, 12, 1), (2023, 1, 31), 32),
    ((2001, 3, 1), (2002, 3, 1), 1), ((2001, 3, 1), (2001, 3, 1), 0), ((1950, 5, 20), (2020, 6, 1), 70), ((1950, 5, 20), (2020, 4, 30), 69),
    ((2004, 2, 29), (2022, 3, 1), 18), ((2004, 2, 29), (2022, 2, 27), 17),
):
    got = age(date(*born), date(*day))
    assert got == want, f"age({born}, {day}) is {got}"
t = date.today()
assert age(date(t.year - 40, 1, 1)) == 40
""")
