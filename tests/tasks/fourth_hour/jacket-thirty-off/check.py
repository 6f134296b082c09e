import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
need(has_number(OUTPUT, 62.3), "not 62.30")
only_numbers(OUTPUT, 62.3, 89, 30, 26.7, 0.3, 0.7, 70, 100, 1)
must_not_say(OUTPUT, r"(?:pay|costs?|price is)[^.\n]{0,20}\b26[.,]7")
