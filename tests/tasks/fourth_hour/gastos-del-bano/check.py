import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()

need(has_number(OUTPUT, 3257.60), "not 3.257,60")
only_numbers(re.sub(r"\b\d\d[./-]\d\d[./-]\d{4}|\d{4}-\d\d-\d\d", "", OUTPUT), 3257.6, 1250.4, 842, 1075.25, 89.95, 4, 2025, 2092.4, 3167.65)
