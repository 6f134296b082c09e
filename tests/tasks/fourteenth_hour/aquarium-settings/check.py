import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
old = original("aquarium.yaml").rstrip("\n").split("\n")
new = read("aquarium.yaml").rstrip("\n").split("\n")
need(len(old) == len(new), f"{len(new)} lines instead of {len(old)}")
WANTED = {
    '  on: "08:00"          # not before breakfast': r"  on: *([\"'])09:30(:00)?\1 +# not before breakfast",
    '  off: "21:00"': r"  off: *([\"'])20:00(:00)?\1",
    "  target: 24.0         # neon tetras": r"  target: *25\.50? +# neon tetras",
}
for before, after in zip(old, new):
    if before in WANTED:
        need(re.fullmatch(WANTED[before], after.rstrip()), f"{before.strip()} became {after.strip()}")
    else:
        need(before.rstrip() == after.rstrip(), f"{before.strip()} became {after.strip()}")
