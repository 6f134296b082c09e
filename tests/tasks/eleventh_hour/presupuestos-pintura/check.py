import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("comparativa.csv")
rows = records("comparativa.csv", "empresa", "precio", "plazo_dias")
WANTED = {r"robledo": (1850, 6), r"ib[áa]ñez": (2120.5, 5), r"color ?sur": (1690, 8), r"vega": (1975.75, 4), r"brocha": (2240, 7)}
need(len(rows) == len(WANTED), f"{len(rows)} rows")
for pattern, (price, days) in WANTED.items():
    found = [row for row in rows if re.search(pattern, row["empresa"], re.I)]
    need(len(found) == 1, f"{pattern} is there {len(found)} times")
    need(is_number(found[0]["precio"], price), f"price of {pattern}: {found[0]['precio']}")
    need(is_number(found[0]["plazo_dias"], days), f"days of {pattern}: {found[0]['plazo_dias']}")
