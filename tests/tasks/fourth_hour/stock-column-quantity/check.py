import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import ast

accepted()
unchanged("stock.csv", "stock.py", "reorder.py")
nothing_new()
need(table("stock.csv") == [[cell.replace("qty", "quantity") for cell in line.split(",")] for line in original("stock.csv").strip().split("\n")], "stock.csv")
for name in ("stock.py", "reorder.py"):
    try:
        got = ast.dump(ast.parse(read(name)))
    except SyntaxError:
        fail(f"{name} is no Python")
    need(got == ast.dump(ast.parse(original(name).replace("qty", "quantity"))), f"{name} is not what the rename gives")
rc, out, err = run("stock.py")
need(rc == 0 and "together 848" in out, "stock.py")
rc, out, err = run("reorder.py")
need(rc == 0 and out.strip() == "hinges, hooks", "reorder.py")
