import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("car.csv")
rows = records("car.csv", "date", "garage", "miles", "total")
right = [("2025-03-14", r"farley", 81240, 72.85), ("2025-05-02", r"northgate", 82915, 181.4), ("2025-09-19", r"hill\s*road", 86030, 294), ("2025-12-03", r"farley", 87466, 112.5)]
need(len(rows) == 4, f"{len(rows)} rows")
for row, (date, garage, miles, total) in zip(rows, right):
    need(row["date"] == date, f"date {row['date']}")
    need(re.search(garage, row["garage"], re.I), f"garage {row['garage']}")
    need(is_number(row["miles"], miles), f"miles {row['miles']}")
    need(is_number(row["total"], total), f"total {row['total']}")
