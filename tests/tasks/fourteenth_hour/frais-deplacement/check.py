import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 1605.55), "the sum is not 1605.55")
PARTS = (118, 129.9, 1250, 76.45, 31.2, 1605.55, 247.9, 1497.9, 1574.35)
for values in numbers(re.sub(r"\b\d{1,2}/\d{1,2}(/\d{4})?\b|\b\d{4}-\d\d-\d\d\b|\b(mars )?2025\b", ";", OUTPUT)):
    if max(values) > 60:
        need(any(abs(reading - part) <= 0.005 for reading in values for part in PARTS), f"says {sorted(values)}")
