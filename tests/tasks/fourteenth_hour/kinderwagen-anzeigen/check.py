import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("kinderwagen.csv")
FACTS = {"hartan": (280, "göttingen", 2021), "emmaljunga": (350, "kassel", 2019), "bugaboo": (420, "northeim", None), "teutonia": (75, "eschwege", 2016), "joolz": (690, "münden", 2024)}
rows = records("kinderwagen.csv", "marke", "preis", "ort", "baujahr")
need(len(rows) == 5, f"{len(rows)} rows")
seen = set()
for row in rows:
    brand = next((name for name in FACTS if name in row["marke"].lower()), None)
    need(brand and brand not in seen, f"the brand {row['marke']}")
    seen.add(brand)
    price, place, year = FACTS[brand]
    need(is_number(row["preis"], price), f"{brand} costs {row['preis']}")
    need(place in row["ort"].lower(), f"{brand} is in {row['ort']}")
    need(not any(other in row["ort"].lower() for _, other, _ in FACTS.values() if other != place), "more than one place")
    if year:
        need(is_number(row["baujahr"], year), f"{brand} is of {row['baujahr']}")
    else:
        need(row["baujahr"] in ("", "-", "–"), f"{brand} is of {row['baujahr']}")
