import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import tempfile

accepted()
unchanged()
nothing_new("missing.py", "test_*.py")
read("missing.py")
with tempfile.TemporaryDirectory() as side:
    for lines, want in ((original("tickets.txt"), "205 207 213 217"), ("3\n1\n2\n", "none"), ("12\n\n9\n9\n", "10 11"), ("98\n101\n103\n", "99 100 102"), ("7\n", "none"), ("2\n10\n1\n", "3 4 5 6 7 8 9")):
        path = os.path.join(side, "stubs.txt")
        with open(path, "w") as stream:
            stream.write(lines)
        rc, out, err = run("missing.py", path)
        need(rc == 0, err[-200:])
        need([line.strip() for line in out.strip().split("\n")] == want.split(), f"prints {out!r} for {lines!r}")
unchanged()
