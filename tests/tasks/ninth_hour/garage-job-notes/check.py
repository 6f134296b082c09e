import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("jobs.csv", "jobs/jobs.csv")
name = "jobs.csv" if os.path.isfile("jobs.csv") else "jobs/jobs.csv"
rows = records(name, "plate", "mileage", "total")
want = {"KX12ABN": (84210, 216.4), "LT65ZRE": (131077, 448), "MW17OHD": (97655, 355.5), "GN08UXW": (62904, 76.2), "YD19KKP": (148320, 224.75), "FH14VCT": (71008, 87)}
plates = [re.sub(r"\W", "", row["plate"]).upper() for row in rows]
need(sorted(plates) == sorted(want), f"plates {plates}")
for plate, row in zip(plates, rows):
    need(is_number(row["mileage"], want[plate][0]), f"{plate} mileage {row['mileage']}")
    need(is_number(row["total"], want[plate][1]), f"{plate} total {row['total']}")
