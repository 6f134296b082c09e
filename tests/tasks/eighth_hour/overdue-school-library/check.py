import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
COLUMNS = ("loan", "title", "pupil", "class", "due", "returned")
loans = records(os.path.join(FILES, "loans.csv"), *COLUMNS)
wanted = sorted((row for row in loans if not row["returned"] and row["due"] < "2025-03-15"), key=lambda row: row["due"])
got = records("overdue.csv", *COLUMNS)
need([row["loan"] for row in got] == [row["loan"] for row in wanted], f"the loans are {[row['loan'] for row in got]}")
for row, right in zip(got, wanted):
    for column in COLUMNS:
        need(row[column] == right[column], f"{right['loan']} has {row[column]!r} as {column}")
unchanged()
nothing_new("overdue.csv")
