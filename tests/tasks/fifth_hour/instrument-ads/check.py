import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

WANT = {"violin": (180, "brackley"), "clarinet": (420, "moorhaven"), "piano": (650, "esker"), "accordion": (275, "tillbury"), "trumpet": (95, "brackley")}

accepted()
unchanged()
nothing_new("instruments.csv", "ads/instruments.csv")
rows = records("instruments.csv" if os.path.isfile("instruments.csv") else "ads/instruments.csv", "instrument", "price", "town")
need(len(rows) == len(WANT), f"{len(rows)} instruments")
for key, (price, town) in WANT.items():
    found = [row for row in rows if key in row["instrument"].lower()]
    need(len(found) == 1, f"the instrument {key}")
    need(is_number(found[0]["price"], price), f"the price of the {key}")
    need(re.fullmatch(town, found[0]["town"].strip(), re.I), f"the town of the {key}")
