import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("visits.csv")
WANT = [('2025-11-04', 'Biscuit', 'Tyrrell', '31.4'), ('2025-11-04', 'Miso', 'Okafor', '4.6'), ('2025-11-05', 'Hazel', 'Lindgren', '1.9'), ('2025-11-06', 'Pepper', 'Qureshi', '6.2'), ('2025-11-06', 'Admiral Nelson', 'Hollis', '5.3'), ('2025-11-10', 'Kiwi', 'Sandoval', '0.9')]
found = records("visits.csv", "date", "animal", "owner", "weight_kg")
need(len(found) == len(WANT), f"{len(found)} rows")
for date, animal, owner, weight in WANT:
    row = next((row for row in found if row["animal"].lower() == animal.lower()), None)
    need(row, f"no {animal}")
    need(row["date"] == date, f"date of {animal}")
    need(row["owner"].lower() == owner.lower(), f"owner of {animal}")
    need(is_number(row["weight_kg"], float(weight)), f"weight of {animal}")
