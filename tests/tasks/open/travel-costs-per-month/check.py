import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'reisekosten.csv': '4d4430c8d9ac7a9571be'}
MONTHS_WANTED = [('2023-11', 3045.37), ('2023-12', 2553.96), ('2024-01', 4217.38), ('2024-02', 4304.89)]

accepted()
unchanged()
rows = table("monthly.csv")
months = []
body = rows if re.fullmatch(r"\d{4}-\d\d", rows[0][0]) else rows[1:]
want = dict(MONTHS_WANTED)
for row in body:
    assert len(row) == 2, f"two columns are wanted, the line is {row}"
    month, total = row
    assert month in want, f"wrong line {row}"
    assert is_number(total, want[month], eu=True), f"{month}: {want[month]} is right, not {total}"
    months.append(month)
assert months == sorted(want), f"months are {months}"
