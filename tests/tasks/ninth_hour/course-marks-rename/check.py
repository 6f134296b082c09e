import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import ast

accepted()
unchanged("marks.py", "report.py", "main.py")
nothing_new()


def shape(text, rename):
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        fail(f"no python: {error}")
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        if rename:
            for field in ("id", "attr", "name"):
                if getattr(node, field, None) == "calc":
                    setattr(node, field, "weighted_mark")
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            node.names.sort(key=lambda alias: alias.name)
    return ast.dump(tree)


for name in ("marks.py", "report.py", "main.py"):
    need(shape(original(name), True) == shape(read(name), False), f"{name} is not just renamed")
rc, out, err = run("main.py")
need(rc == 0 and "best: Thandi" in out, err.strip()[-200:])
