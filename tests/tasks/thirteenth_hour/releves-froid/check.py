import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
wanted = {name if name == "consignes.txt" else name.split("_")[1][:4] + "/" + name: name for name in given()}
found = listing(".")
need(found == set(wanted), f"missing: {sorted(set(wanted) - found)}, too many: {sorted(found - set(wanted))}")
for name, old in wanted.items():
    need(raw(name) == raw(os.path.join(FILES, old)), f"{name} was changed")
