import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("invoice.py")
nothing_new("*test*.py")
read("invoice.py")
cases("""
import sys
sys.excepthook = lambda kind, value, trace: print(kind.__name__, value, file=sys.stderr)
from datetime import date
import invoice
for year in (2023, 2024, 2025, 2031):
    for day in (1, 2, 15, 30, 31):
        assert invoice.due_date(date(year, 12, day)) == date(year + 1, 1, 1), (year, day)
    for month in range(1, 12):
        for day in (1, 14, 28):
            assert invoice.due_date(date(year, month, day)) == date(year, month + 1, 1), (year, month, day)
assert invoice.due_date(date(2024, 1, 31)) == date(2024, 2, 1)
assert invoice.due_date(date(2025, 10, 31)) == date(2025, 11, 1)
assert invoice.due_date(date(2025, 12, 20), express=True) == date(2026, 1, 3)
assert invoice.due_date(date(2025, 5, 20), True) == date(2025, 6, 3)
assert invoice.net_total([(2, 50), (1.5, 62)]) == 193.0
assert invoice.gross_total([(2, 50), (1.5, 62)]) == 231.6
assert invoice.number(date(2026, 3, 1), 7) == "2026-007"
""")
