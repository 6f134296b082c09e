import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 2358.65, words=False), "not 2.358,65")
for total in (3706.05, 2971.45, 3093.25, 3739.2, 1084.15):
    need(not has_number(OUTPUT, total, words=False), f"says {total}")
