import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 2484, 0.5), "not the length")
for value in (3884, 992, 7969.5):
    need(not has_number(OUTPUT, value, 0.5), f"says {value}")
