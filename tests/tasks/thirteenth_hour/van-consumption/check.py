import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("consumption.csv")
rows = records("consumption.csv", "litres_per_100km", "van")
need(len(rows) == 3, f"{len(rows)} rows")
wanted = {'Van 1': 9.4, 'Van 2': 8.8, 'Van 3': 11.5}
found = {row["van"].lower(): row["litres_per_100km"] for row in rows}
for van, value in wanted.items():
    need(van.lower() in found, f"{van} is missing")
    need(is_number(found[van.lower()], value, 0.001), f"{van}: {found[van.lower()]}")
