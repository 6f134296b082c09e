import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 100.8), "does not say 100,80")
only_numbers(OUTPUT, 100.8, 24, 32, 56, 1.8, 43.2, 57.6, 2)
must_not_say(OUTPUT, r"\b(the|you|your|both|sold|earned|made|revenue|income|apple|total of|days|friday|saturday)\b", r"käsekuchen|marmorkuchen", r"\$|£")
