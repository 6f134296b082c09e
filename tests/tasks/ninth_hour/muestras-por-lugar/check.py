import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
want = {}
for name in given():
    want[name.split("_")[1] + "/" + name if name.startswith("muestra_") else name] = name
have = listing(".")
need(have == set(want), f"missing {sorted(set(want) - have)[:3]}, too many {sorted(have - set(want))[:3]}")
for path, name in want.items():
    need(raw(path) == raw(os.path.join(FILES, name)), f"{path} was changed")
