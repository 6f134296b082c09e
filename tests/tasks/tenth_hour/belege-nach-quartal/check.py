import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
wanted = {"liste.txt": "liste.txt"}
for name in given():
    if name.startswith("belege/"):
        file = name.split("/")[1]
        place = "2024" if file.startswith("2024") else f"Q{(int(file[5:7]) - 1) // 3 + 1}"
        wanted[f"belege/{place}/{file}"] = name
found = listing(".")
for name in sorted(set(wanted) - found):
    fail(f"{name} is missing")
for name in sorted(found - set(wanted)):
    fail(f"{name} does not belong there")
for name, old in wanted.items():
    need(raw(name) == raw(os.path.join(FILES, old)), f"{name} was changed")
