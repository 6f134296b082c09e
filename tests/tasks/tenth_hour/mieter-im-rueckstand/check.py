import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("rueckstand.csv")
WANTED = [("tomasz nowak", 715.0), ("nina falk", 200.0), ("jürgen pohl", 155.0), ("marlies thoma", 37.5)]
rows = records("rueckstand.csv", "mieter", "offen")
need(len(rows) == len(WANTED), f"{len(rows)} rows")
for row, (name, value) in zip(rows, WANTED):
    need(row["mieter"].lower() == name, f"{row['mieter']} where {name} belongs")
    need(is_number(row["offen"], value), f"{row['offen']} for {name}")
