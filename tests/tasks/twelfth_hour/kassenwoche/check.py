import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("wochenbericht.md")
nothing_new()
WANT = {"Bar": 1374.6, "Karte": 2078.5, "Gutschein": 120.0, "Gesamt": 3573.1}
was = [line.strip() for line in original("wochenbericht.md").strip().split("\n")]
now = [line.strip() for line in read("wochenbericht.md").strip().split("\n")]
need(len(was) == len(now), f"{len(now)} lines, not {len(was)}")
for old, new in zip(was, now):
    name = old.removeprefix("- ").split(":")[0]
    if "___" not in old:
        need(old == new, f"{old!r} was changed to {new!r}")
        continue
    got = re.fullmatch(r"- \W*" + name + r"\W*:\W*([\d.,' ]*\d)\W*(€|EUR|Euro)?\W*", new)
    need(got and is_number(got[1], WANT[name]), f"{name}: {new!r}")
    need(not re.search(r":.*[-−]", new), f"{name} is negative")
    need("_" not in new, f"{name} has still a gap")
