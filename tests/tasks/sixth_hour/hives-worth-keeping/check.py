import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("strong.csv")
need("\t" not in read("strong.csv").split("\n")[0], "tabs in a CSV")
rows = records("strong.csv", "hive", "place", "honey_kg", "queen_year")
want = [("C1", "garden", 31.2, 2023), ("A3", "meadow", 22, 2021), ("A1", "orchard", 18.5, 2022), ("B2", "forest", 15.5, 2022)]
need(len(rows) == len(want), f"{len(rows)} rows")
for row, (hive, place, honey, year) in zip(rows, want):
    need((row["hive"], row["place"]) == (hive, place), f"the row {row}")
    need(is_number(row["honey_kg"], honey) and is_number(row["queen_year"], year), f"the row {row}")
