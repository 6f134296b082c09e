import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("horaires.txt")
nothing_new()
before = [line.rstrip() for line in original("horaires.txt").strip().split("\n")]
after = [line.rstrip() for line in read("horaires.txt").strip().split("\n")]
need(len(before) == len(after), "lines were lost or added")
for old, new in zip(before, after):
    if old.startswith("lundi"):
        need(re.fullmatch(r"lundi\s*:\s*fermée?\.?", new, re.I), f"monday: {new!r}")
    elif old.startswith("samedi"):
        need(re.fullmatch(r"samedi\s*:\s*0?9\s*h\s*(00)?\s*[-–—à]\s*18\s*h\s*30", new, re.I), f"saturday: {new!r}")
    else:
        need(old == new, f"changed: {new!r}")
must_not_say(OUTPUT, r"\b(I have|I've|I changed|I updated|the file|has been|the hours|saturday|monday)\b")
