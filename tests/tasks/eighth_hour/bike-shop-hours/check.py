import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("by_mechanic.csv")
right = {'Marek': (5, 6.0), 'Ines': (9, 14.75), 'Tove': (4, 2.75)}
rows = records("by_mechanic.csv", "mechanic", "jobs", "hours")
need(len(rows) == len(right), "number of rows")
need(sorted(row["mechanic"] for row in rows) == sorted(right), "the mechanics")
for row in rows:
    jobs, hours = right[row["mechanic"]]
    need(is_number(row["jobs"], jobs), f"jobs of {row['mechanic']}")
    need(is_number(row["hours"], hours), f"hours of {row['mechanic']}")
