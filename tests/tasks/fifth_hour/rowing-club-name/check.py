import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
touched = [name for name in given() if re.search("larkfield rowers", original(name), re.I)]
unchanged(*touched)
nothing_new()
for name in touched:
    got, want = read(name).rstrip().split("\n"), original(name).rstrip().split("\n")
    need(len(got) == len(want), f"another number of lines in {name}")
    for one, other in zip(got, want):
        allowed = {other.replace("Larkfield Rowers", "Larkfield Rowing Club")}
        if "LARKFIELD ROWERS" in other:
            allowed = {other.replace("LARKFIELD ROWERS", "LARKFIELD ROWING CLUB"), other.replace("LARKFIELD ROWERS", "Larkfield Rowing Club")}
        need(one.rstrip() in allowed, f"the line {one!r} in {name}")
