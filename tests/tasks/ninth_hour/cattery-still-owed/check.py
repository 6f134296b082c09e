import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("owing.csv")
WANT = [('Okonjo', 88.0), ('Farrow', 86.0), ('Hallam', 70.0), ('Adeyemi', 23.5), ('Keane', 12.5)]
rows = records("owing.csv", "owner", "owed")
need([row["owner"].lower() for row in rows] == [name.lower() for name, _ in WANT], "the owners or their order")
for row, (name, value) in zip(rows, WANT):
    need(is_number(row["owed"], value, 0.006), f"{name} owes {row['owed']}")
