import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
text = re.sub(r"twenty[- ]seven", "27", OUTPUT, flags=re.I)
need(has_number(text, 27, words=False), "does not say 27")
only_numbers(text, 27, 6, 9, 12, 1, 2, 3)
