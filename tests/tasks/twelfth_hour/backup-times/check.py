import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("backup.yml")
nothing_new()
was, now = original("backup.yml").rstrip().split("\n"), read("backup.yml").rstrip().split("\n")
need(len(was) == len(now), f"{len(now)} lines, not {len(was)}")
NIGHTLY = was.index("  nightly:") + 1
DAILY = next(place for place, line in enumerate(was) if "keep_daily" in line)
UPLOAD = was.index("  nas-old:") + 2
CHANGED = {
    NIGHTLY: r"""    start: *(["']?)02:30(:00)?\1\s+# must be done before the cleaners come at 6""",
    DAILY: r"    keep_daily: *14\s+# copies",
    UPLOAD: r"    upload: *(false|False|no|off)",
}
for place, (old, new) in enumerate(zip(was, now)):
    if place in CHANGED:
        need(re.fullmatch(CHANGED[place], new.rstrip()), f"line {place + 1} is {new!r}")
    else:
        need(old.rstrip() == new.rstrip(), f"line {place + 1} was changed to {new!r}")
