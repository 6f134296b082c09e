import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("network.yaml")
nothing_new()
before = original("network.yaml").rstrip().split("\n")
after = read("network.yaml").rstrip().split("\n")
need(len(before) == len(after), "lines came or went")
for old, new in zip(before, after):
    if old == '    lease_hours: 24   # was 48 until May':
        need(re.fullmatch(r"    lease_hours: +4(?:\.0)? +# was 48 until May\s*", new), f"the line is {new}")
    else:
        need(old.rstrip() == new.rstrip(), f"{old} became {new}")
