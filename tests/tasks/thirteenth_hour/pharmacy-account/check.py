import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 879.2, words=False), "the sum is missing")
need(not has_number(OUTPUT, 1552.26, words=False), "gives the sum of both years")
