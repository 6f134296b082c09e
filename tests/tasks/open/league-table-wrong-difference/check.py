import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'league.py': '6baf56d660627aa2a909',
    'test_league.py': '6e0d040bb77d5201386a',
}
accepted()
unchanged("league.py")
rc, out, err = run_python(args=["-m", "unittest", "test_league"])
assert rc == 0, "the tests still fail"
cases('''
from league import standings
assert standings([]) == []
assert [tuple(r) for r in standings([("A", "B", 0, 2), ("B", "C", 1, 1), ("C", "A", 3, 0)])] == [("C", 4, 3), ("B", 4, 2), ("A", 0, -5)]
assert [tuple(r) for r in standings([("X", "Y", 5, 2), ("Y", "X", 1, 0), ("Z", "Y", 2, 2)])] == [("Y", 4, -2), ("X", 3, 2), ("Z", 1, 0)]
''')
