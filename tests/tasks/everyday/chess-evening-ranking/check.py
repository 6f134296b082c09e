import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
accepted()
nothing_new("chess.py", "test_chess.py", "tests/test_chess.py", "README.md")
read("chess.py")
cases('''
from chess import ranking
def same(got, want):
    got = [tuple(x) for x in got]
    assert got == want, f"{got} instead of {want}"
same(ranking([("Ole", "Bea", "1-0"), ("Bea", "Cem", "1/2"), ("Cem", "Ole", "1/2")]), [("Ole", 1.5), ("Cem", 1), ("Bea", 0.5)])
same(ranking([]), [])
same(ranking([("Zoe", "Abe", "1/2")]), [("Abe", 0.5), ("Zoe", 0.5)])
same(ranking([("Zoe", "Abe", "0-1"), ("Zoe", "Abe", "0-1"), ("Mia", "Zoe", "0-1")]), [("Abe", 2), ("Zoe", 1), ("Mia", 0)])
games = [("A", "B", "1-0"), ("C", "D", "1-0")]
same(ranking(games), [("A", 1), ("C", 1), ("B", 0), ("D", 0)])
assert games == [("A", "B", "1-0"), ("C", "D", "1-0")], "the list was changed"
for bad in ("2-0", "", "1-1", "x"):
    try:
        ranking([("A", "B", bad)])
    except ValueError:
        pass
    else:
        raise AssertionError("no ValueError for " + repr(bad))
''')
