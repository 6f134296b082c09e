import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
gone = [name for name in given() if name.endswith(".bak")]
unchanged(*gone)
nothing_new()
for name in gone:
    need(not os.path.exists(name), f"{name} is still there")
