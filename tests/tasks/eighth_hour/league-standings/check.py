import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("league.py", "*test*.py")
read("league.py")
cases("""
import sys
sys.excepthook = lambda kind, value, trace: print(kind.__name__, value, file=sys.stderr)
from league import standings
from matches import MATCHES
def table(matches):
    return [tuple(row) for row in standings(matches)]
assert table(MATCHES) == [("Harbour Rats", 7, 3), ("Brickyard", 5, 3), ("Tin Soldiers", 4, 2), ("Old Mill", 0, -8)], table(MATCHES)
assert table([]) == []
assert table([("B", "A", 0, 0)]) == [("A", 1, 0), ("B", 1, 0)]
assert table([("A", "B", 1, 0), ("C", "D", 3, 0)]) == [("C", 3, 3), ("A", 3, 1), ("B", 0, -1), ("D", 0, -3)]
assert table([("Z", "Y", 0, 2), ("X", "W", 0, 2)]) == [("W", 3, 2), ("Y", 3, 2), ("X", 0, -2), ("Z", 0, -2)]
assert table([("A", "B", 10, 0), ("B", "C", 1, 1), ("A", "C", 0, 1)]) == [("C", 4, 1), ("A", 3, 9), ("B", 1, -10)]
""")
