import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'solar.csv': '0fc6c63ba928e8167517'}
TOTALS = [48.76, 91.84, 158.84, 219.33, 284.15, 295.3, 287.39, 251.45, 173.83, 106.61, 55.88, 34.25]

accepted()
unchanged()
rows = table("monthly.csv")
if not re.search(r"\d", "".join(rows[0])):
    rows = rows[1:]
assert len(rows) == 12, f"{len(rows)} months instead of 12"
for number, (row, want) in enumerate(zip(rows, TOTALS), 1):
    assert len(row) == 2, f"two columns are wanted, not {row}"
    month = plain(row[0])
    assert (re.fullmatch(rf"(2024[-/.])?0?{number}([-/.]2024)?", month)
            or MONTHS.get(re.sub(r"\W*2024\W*", "", month).strip(" .")) == number), f"{row[0]} is not month {number}"
    assert is_number(row[1], want, near=0.051) or is_number(re.sub(r"(?i) *kwh", "", row[1]), want, near=0.051), f"{row[1]} is wrong for month {number}"
