import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
letters = [name for name in given() if "insurance" in original(name).lower()]
need(len(letters) == 3)
unchanged(*letters)
nothing_new(*("insurance/" + name for name in letters))
for name in letters:
    need(not os.path.exists(name), f"{name} is still there")
    need(read("insurance/" + name) == original(name), f"insurance/{name} has other content")
