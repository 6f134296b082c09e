import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

def must_run(code):
    rc, _, err = run("-c", code)
    need(rc == 0, err.strip().split("\n")[-1][:200] or "does not run")


accepted()
unchanged("table.py")
nothing_new("test_*.py", "tests/*")
rc, out, err = run("table.py")
need(rc == 0, err[-200:])
lines = [" ".join(line.split()) for line in out.strip().split("\n")]
need(lines == ["1. Dynamo 10 points +14", "2. Hillside 8 points +3", "3. Rovers 4 points -9", "4. Lakeview 0 points -8"], lines)
must_run("""
import os, tempfile
from table import read_results, standings
def go(*games):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "r.csv")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("date,home,away,home_goals,away_goals\\n" + "".join("2025-10-01,%s,%s,%s,%s\\n" % game for game in games))
    try:
        return [tuple(row) for row in standings(read_results(path))]
    finally:
        os.remove(path)
        os.rmdir(folder)
assert go(("A", "B", 9, 11)) == [("B", 3, 2), ("A", 0, -2)]
assert go(("A", "B", 10, 9)) == [("A", 3, 1), ("B", 0, -1)]
assert go(("A", "B", 3, 12)) == [("B", 3, 9), ("A", 0, -9)]
assert go(("A", "B", 10, 10)) == [("A", 1, 0), ("B", 1, 0)]
assert go(("A", "B", 2, 0), ("B", "A", 1, 0)) == [("A", 3, 1), ("B", 3, -1)]
assert go(("C", "B", 0, 0), ("B", "A", 1, 5)) == [("A", 3, 4), ("C", 1, 0), ("B", 1, -4)]
""")
