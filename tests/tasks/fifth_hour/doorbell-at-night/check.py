import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("doorbell.ini")
nothing_new()
clean = lambda text: [re.sub(r"\s*=\s*", " = ", line.strip()) for line in text.strip().split("\n") if line.strip()]
want = clean(original("doorbell.ini").replace("volume = 5", "volume = 2").replace("kitchen = on", "kitchen = off"))
got = clean(read("doorbell.ini"))
need(len(got) == len(want), "another number of lines")
for one, other in zip(got, want):
    need(one == other, f"the line {one!r}")
