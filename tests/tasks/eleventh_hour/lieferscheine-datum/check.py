import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
wanted = {}
for name in given():
    found = re.fullmatch(r"Lieferschein (\w+) (\d\d)\.(\d\d)\.(\d{4})\.txt", name)
    wanted[f"{found[4]}-{found[3]}-{found[2]} Lieferschein {found[1]}.txt" if found else name] = name
there = listing(".")
need(there == set(wanted), f"missing: {sorted(set(wanted) - there)}, too much: {sorted(there - set(wanted))}")
for name, source in wanted.items():
    need(raw(name) == raw(os.path.join(FILES, source)), f"{name} has another content")
