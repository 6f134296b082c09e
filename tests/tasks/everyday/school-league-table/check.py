import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
accepted()
nothing_new("league.py", "test_league.py")
read("league.py")
cases("""
from league import standings
def got(results):
    return [tuple(r) for r in standings(results)]
assert got([]) == []
assert got([("Lions", 2, "Foxes", 1), ("Foxes", 0, "Bears", 0)]) == [("Lions", 1, 3, 1), ("Bears", 1, 1, 0), ("Foxes", 2, 1, -1)], "the example"
games = [("A", 1, "B", 3), ("C", 2, "D", 2), ("A", 4, "C", 0), ("B", 1, "D", 2), ("B", 5, "C", 1)]
copy = list(games)
assert got(games) == [("B", 3, 6, 5), ("D", 2, 4, 1), ("A", 2, 3, 2), ("C", 3, 1, -8)], "longer"
assert games == copy, "the input was changed"
assert got([("Zebras", 1, "Ants", 1)]) == [("Ants", 1, 1, 0), ("Zebras", 1, 1, 0)], "alphabetical"
assert got([("Cats", 3, "Dogs", 0), ("Apes", 1, "Bees", 0)]) == [("Cats", 1, 3, 3), ("Apes", 1, 3, 1), ("Bees", 1, 0, -1), ("Dogs", 1, 0, -3)], "difference"
""")
