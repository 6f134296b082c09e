import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import ast

accepted()
unchanged("probe.py", "tank.py", "alarm.py")
nothing_new()
for name in ("probe.py", "tank.py", "alarm.py"):
    try:
        got = ast.dump(ast.parse(read(name)))
    except SyntaxError:
        fail(f"{name} is no Python")
    need(got == ast.dump(ast.parse(original(name).replace("get_temp", "water_temperature"))), f"{name} is not what the rename gives")
rc, out, err = run("alarm.py")
need(rc == 0 and "neon tetras: 25.2 degrees" in out and "warmest: 25.2" in out, "the script")
