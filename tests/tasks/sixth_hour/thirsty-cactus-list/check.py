import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import shutil, tempfile

accepted()
unchanged("due.py")
nothing_new("test_due.py")
read("due.py")
rc, out, err = run("due.py")
need(rc == 0, err[-300:])
need([line.strip() for line in out.strip().split("\n")] == ["fern", "basil", "monstera"], f"prints {out!r}")
with tempfile.TemporaryDirectory() as folder:
    shutil.copy("due.py", folder)
    with open(os.path.join(folder, "plants.csv"), "w", encoding="utf-8") as stream:
        stream.write("plant,days_since,every_days\ncactus,21,21\nivy,9,10\npalm,10,9\nrose,100,20\nmint,2,3\n")
    rc, out, err = run("due.py", folder=folder)
    need(rc == 0, err[-300:])
    need(out.split() == ["cactus", "palm", "rose"], f"prints {out!r} for other plants")
