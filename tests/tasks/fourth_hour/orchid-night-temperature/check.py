import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("greenhouse.yml")
nothing_new()
clean = lambda text: [re.sub(r"\s+#", " #", line.rstrip()) for line in text.strip().split("\n") if line.strip()]
want = clean(original("greenhouse.yml"))
at = want.index("orchids:")
want[at + 2] = want[at + 2].replace("19", "20")
want[at + 3] = want[at + 3].replace("80", "75")
got = clean(re.sub(r"(temperature|humidity): (\d+)\.0\b", r"\1: \2", read("greenhouse.yml")))
need(len(got) == len(want), "another number of lines")
for one, other in zip(got, want):
    need(one == other, f"the line {one!r}")
