import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
wanted = [name for name in given() if name.startswith("invoice_2023-")]
nothing_new(*("tax-2023/" + name for name in wanted))
for name in wanted:
    need(read("tax-2023/" + name) == original(name), f"tax-2023/{name} has other content")
