import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 2093.3), "not the sum")
for value in (2994.00, 6100.80, 854.54, 853.3, 854.5):
    need(not has_number(OUTPUT, value), f"says {value}")
only_numbers(OUTPUT, 2093.3, 1240, 385.5, 467.8, 2025, 4, 5, 12, 26, 3, 5.04, 12.04, 26.04, 1, 30)
