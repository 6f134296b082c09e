import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("monthly.csv")
SUMS = {1: [64.6, 56.9], 2: [105.1, 72.0], 3: [260.2, 119.6], 4: [292.1, 122.0], 5: [409.0, 149.2], 6: [538.6, 189.2]}

rows = records("monthly.csv", "month", "produced", "used")
need(len(rows) == 6, f"{len(rows)} rows")
NAMES = "jan feb mar apr may jun".split()
for month, row in enumerate(rows, 1):
    cell = row["month"].lower()
    name = next((at for at, short in enumerate(NAMES, 1) if short in cell), None)
    if name is None:
        match = re.fullmatch(r"(?:2025[-/.])?0?(\d)(?:[-/.]2025)?(?:-0?1)?", cell)
        need(match, f"the month {cell}")
        name = int(match.group(1))
    need(name == month, f"the month {cell} in line {month}")
    produced, used = SUMS[month]
    need(is_number(row["produced"], produced, 0.011), f"produced in {cell}: {row['produced']}")
    need(is_number(row["used"], used, 0.011), f"used in {cell}: {row['used']}")
