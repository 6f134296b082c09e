import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

WANT = {k.lower(): v for k, v in {'Otter': 14.0, 'Heron': 16.0, 'Pike': 13.0, 'Swan': 13.5}.items()}

accepted()
unchanged()
nothing_new("hours.csv")
rows = records("hours.csv", "boat", "hours")
need(sorted(row["boat"].lower() for row in rows) == sorted(WANT), "the boats")
for row in rows:
    need(is_number(row["hours"], WANT[row["boat"].lower()]), f"the hours of {row['boat']}")
