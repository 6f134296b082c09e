import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("settings.yaml")
nothing_new()
WANTED = {"  timezone: Europe/Berlin": r"""  timezone:\s+(["']?)Europe/Lisbon\1""", "  level: info": r"""  level:\s+(["']?)warning\1""", "  max_mb: 10 ": r"  max_mb:\s+25"}
before = original("settings.yaml").rstrip().split("\n")
after = read("settings.yaml").rstrip().split("\n")
need(len(before) == len(after), f"{len(after)} lines instead of {len(before)}")
for old, new in zip(before, after):
    for start, pattern in WANTED.items():
        if old.startswith(start):
            comment = old[old.index("#"):]
            need(re.fullmatch(pattern + r"\s+" + re.escape(comment), new.rstrip()) if "#" in old else False, f"{new!r} instead of {old!r}")
            break
    else:
        need(old.rstrip() == new.rstrip(), f"{new!r} instead of {old!r}")
