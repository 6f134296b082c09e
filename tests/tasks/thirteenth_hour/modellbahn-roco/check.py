import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 1008.55, words=False), "the sum is missing")
need(not has_number(OUTPUT, 1759.85, words=False) and not has_number(OUTPUT, 1949.05, words=False), "gives another sum")
