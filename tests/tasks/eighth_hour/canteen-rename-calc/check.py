import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import ast
accepted()
unchanged("costs.py", "menu.py", "offers.py")
nothing_new()
for name in ("costs.py", "menu.py", "offers.py"):
    text = read(name)
    need(not re.search(r"\bcalc\b", text), f"calc is left in {name}")
    should = re.sub(r"\bcalc\b", "portion_cost", original(name))
    try:
        same = ast.dump(ast.parse(text)) == ast.dump(ast.parse(should))
    except SyntaxError:
        fail(f"{name} is no Python any more")
    need(same, f"{name} differs otherwise")
    for comment in re.findall(r"#.*", original(name)):
        need(comment.rstrip() in text, f"a comment of {name} is gone")
rc, out, err = run("menu.py")
need(rc == 0 and "lentil soup" in out, "menu.py fails")
rc, out, err = run("offers.py")
need(rc == 0 and "cheapest: " in out, "offers.py fails")
