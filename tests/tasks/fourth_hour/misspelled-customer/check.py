import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import ast

accepted()
unchanged("people.py", "orders.py", "tour.py")
nothing_new()
for name in ("people.py", "orders.py", "tour.py"):
    try:
        got = ast.dump(ast.parse(read(name)))
    except SyntaxError:
        fail(f"{name} is no Python")
    need(got == ast.dump(ast.parse(original(name).replace("Cusotmer", "Customer"))), f"{name} is not what the rename gives")
rc, out, err = run("tour.py")
need(rc == 0 and "Inn at the Lake, Shore 1 360" in out, "the tour")
