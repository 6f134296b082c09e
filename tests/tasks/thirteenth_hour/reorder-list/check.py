import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("reorder.py")
nothing_new("test_*.py", "tests/*")
import tempfile


def expected(text):
    rows = [line.split(",") for line in text.strip().split("\n")[1:]]
    return [f"{item} ({place}): {have} left, minimum {minimum}" for item, place, have, minimum in rows if int(have) < int(minimum)]


rc, out, err = run("reorder.py")
need(rc == 0, err[-300:])
need([line.rstrip() for line in out.strip().split("\n")] == expected(original("stock.csv")), f"prints {out}")
other = "item,place,have,minimum\nCups,bar,90,100\nPlates,bar,200,30\nForks,bar,6,50\nSpoons,bar,40,40\nJugs,bar,0,3\nBowls,bar,11,9\n"
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "other.csv")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(other)
    rc, out, err = run("reorder.py", path)
need(rc == 0, err[-300:])
need([line.rstrip() for line in out.strip().split("\n")] == expected(other), f"prints {out} for another list")
