import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("arrears.csv")
rows = records("arrears.csv", "flat", "tenant", "owed")
want = {"1B": ("Lindqvist", 225), "2B": ("Moore", 695), "3B": ("Nowak", 115), "4B": ("Tanaka", 39.5)}
need(sorted(row["flat"].upper() for row in rows) == sorted(want), "other flats")
for row in rows:
    tenant, owed = want[row["flat"].upper()]
    need(row["tenant"].lower() == tenant.lower(), row["tenant"])
    need(is_number(row["owed"], owed), f"{row['flat']} owes {row['owed']}")
