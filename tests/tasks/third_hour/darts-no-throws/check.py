import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("darts.py")
nothing_new()
read("darts.py")
cases("""
import darts
assert darts.average([]) == 0, "average([])"
for throws, want in (([60, 45, 81, 26], 53), ([100, 41, 60], 67), ([1, 2], 1.5), ([0], 0), ([7, 7, 6], 6.7), ([180], 180)):
    assert darts.average(throws) == want, (throws, darts.average(throws))
assert darts.PLAYERS == {"Rob": [60, 45, 81, 26], "Sina": [100, 41, 60], "Ulf": []}, "the players"
assert darts.best(darts.PLAYERS) == "Sina" and darts.total([1, 2]) == 3 and darts.total([]) == 0
assert [line.replace(": 0.0", ": 0") for line in darts.board(darts.PLAYERS)] == ["Rob: 53.0", "Sina: 67.0", "Ulf: 0"], darts.board(darts.PLAYERS)
""")
rc, out, err = run("darts.py")
need(rc == 0 and "Best: Sina" in out, "the script")
