import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"(?<!\d)30 juin|(?<!\d)30[/.-]0?6(?!\d)|2026-06-30", r"25 juillet", r"25[/.]0?7")
first_is(OUTPUT, r"(?<![\d.,])252(?![\d]|[.,][1-9])", r"(?<![\d.,])840(?!\d)", r"(?<![\d.,])300(?!\d)", r"(?<![\d.,])588(?!\d)", r"(?<![\d.,])65 ?(€|euros)")
