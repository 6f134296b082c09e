import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("calls.csv")
WANT = [('Greta Sundholm', '01632960114', 'Petrof', 'Harlow Green'), ('Curtis Abara', '01632960733', 'Kemble', 'Penwick'), ('Yvonne Castellan', '01632960258', 'Yamaha', 'Thornaby'), ('Ravi Menon', '', 'Bechstein', 'Lower Stoke'), ('Nora Eastwick', '01632960471', 'Steinway', 'Harlow Green'), ('Oskar Lindgren', '01632960905', 'Kawai', 'Penwick')]
rows = records("calls.csv", "name", "phone", "make", "town")
need(len(rows) == len(WANT), f"{len(rows)} rows")
for name, phone, make, town in WANT:
    mine = [row for row in rows if name.lower() in row["name"].lower()]
    need(len(mine) == 1 and len(mine[0]["name"]) <= len(name) + 6, f"no row for {name}")
    row = mine[0]
    given_phone = row["phone"].strip("-–\"' ")
    need(re.sub(r"\D", "", given_phone) == phone and (phone or given_phone.lower() in ("", "none", "n/a")), f"phone of {name}")
    need(re.fullmatch(make + r"(?: (?:piano|upright|grand))?", row["make"], re.I), f"make of {name}")
    need(row["town"].lower() == town.lower(), f"town of {name}")
