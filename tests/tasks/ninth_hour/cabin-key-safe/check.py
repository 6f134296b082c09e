import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"(?<!\d)4471(?!\d)", r"(?<!\d)2093(?!\d)", r"(?<!\d)9150(?!\d)", r"7730", r"(?<!\d)6612(?!\d)")
must_not_say(OUTPUT, r"(cabin|key safe)[^.\n]{0,25}(2093|6612|9150)", r"\bor (2093|6612|9150)")
