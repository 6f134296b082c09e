import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 790), "not 790")
only_numbers(OUTPUT, 790, 3240)
