import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("terrarium.yaml")
nothing_new()
was = original("terrarium.yaml").rstrip("\n").split("\n")
now = read("terrarium.yaml").rstrip("\n").split("\n")
need(len(was) == len(now), "another number of lines")
for number, (old, new) in enumerate(zip(was, now)):
    if number == 9:
        need(re.fullmatch(r"    nacht_temp:\s+19\.50?\s+# nie unter 18", new.rstrip()), f"line {new!r}")
    else:
        need(old.rstrip() == new.rstrip(), f"line {new!r}")
