import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("*.bak")
want = {"  night_min:": r"8(\.0)?", "  open_at_night:": r"(false|no|off)", "  first:": r"""(["']?)06:45\1"""}
ours, theirs = read("greenhouse.yaml").rstrip().split("\n"), original("greenhouse.yaml").rstrip().split("\n")
need(len(ours) == len(theirs), f"{len(ours)} lines")
for a, b in zip(ours, theirs):
    key = next((key for key in want if b.startswith(key)), None)
    if key is None:
        need(a.rstrip() == b.rstrip(), f"changed: {a}")
        continue
    comment = b[b.index("#"):]
    need(a.startswith(key) and a.rstrip().endswith(comment), f"comment or key lost: {a}")
    value = a[len(key):a.index("#")].strip()
    need(re.fullmatch(want[key], value, re.I), f"value: {a}")
