import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("bill.txt")
nothing_new()
have = [line.rstrip() for line in read("bill.txt").rstrip().split("\n")]
was = original("bill.txt").rstrip().split("\n")
need(len(have) == len(was), "lines were added or lost")
for new, old in zip(have, was):
    if old == "Electricity used:":
        need(new.startswith(old) and is_number(new[len(old):], 187.4, 0.001), new)
    elif old == "To pay for electricity:":
        need(new.startswith(old) and is_number(new[len(old):], 71.21, 0.003), new)
    else:
        need(new == old, f"the line {old} is changed")
