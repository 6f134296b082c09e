import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
for name in sorted(given()):
    wanted = re.sub(r"\bformatPrice\b", "formatMoney", original(name))
    need(read(name).rstrip() == wanted.rstrip(), f"{name} is not right")
