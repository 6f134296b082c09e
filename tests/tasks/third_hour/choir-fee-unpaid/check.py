import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

WANT = [('clara nunez', 'alto', 60), ('henry moss', 'tenor', 45), ('jakub nowak', 'bass', 60), ('mara quinn', 'soprano', 30), ('rosa lindt', 'soprano', 60)]

accepted()
unchanged()
nothing_new("unpaid.csv")
rows = records("unpaid.csv", "name", "voice", "fee", "paid_on")
need(sorted(row["name"].lower() for row in rows) == sorted(name for name, _, _ in WANT), "the people")
for row in rows:
    name, voice, fee = next(want for want in WANT if want[0] == row["name"].lower())
    need(row["voice"].lower() == voice and is_number(row["fee"], fee), f"the row of {name}")
    need(not re.search(r"\d", row["paid_on"]), f"the date of {name}")
