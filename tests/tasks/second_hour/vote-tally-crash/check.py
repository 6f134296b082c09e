import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'tally.py': '2ae4eb40eb2d80b0102d',
    'votes.txt': 'e3935d9bc8d7003348a0',
}

accepted()
unchanged("tally.py")
nothing_new()
read("tally.py")
rc, out, err = run_python(args=["tally.py"])
assert rc == 0, (err.strip().splitlines() or ["failed"])[-1]
assert out.split("\n")[:4] == ["noodles 1", "pizza 4", "sushi 3", "tacos 2"] and len(out.strip().splitlines()) == 4, f"it prints {out!r}"
cases('''
import tally
got = dict(tally.count(["Soup\\n", "soup", "", "  rice ", "RICE", "soup"]))
assert got == {"soup": 3, "rice": 2}, got
assert dict(tally.count([])) == {}
''')
