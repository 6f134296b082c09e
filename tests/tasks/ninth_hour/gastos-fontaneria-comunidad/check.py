import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 2598.8, 0.006, words=False), "not the total")
for value in (3011.6, 2409.3, 2822.1):
    need(not has_number(OUTPUT, value, 0.006, words=False), f"also {value}")
