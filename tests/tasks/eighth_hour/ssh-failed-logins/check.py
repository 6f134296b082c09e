import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"(?<![\d.])203\.0\.113\.77(?!\d)", r"198\.51\.100\.23(?!\d)", r"192\.0\.2\.140", r"203\.0\.113\.8(?!\d)", r"198\.51\.100\.201", r"192\.168\.1\.")
need(has_number(OUTPUT, 138, words=False), "the number")
