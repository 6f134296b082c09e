import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import ast

accepted()
unchanged("weather.py", "report.py")
nothing_new()
for name in ("weather.py", "report.py"):
    try:
        got = ast.dump(ast.parse(read(name)))
    except SyntaxError:
        fail(f"{name} is no Python")
    need(got == ast.dump(ast.parse(re.sub(r"\bget_w\b", "get_weather", original(name)))), f"{name} is not what the rename gives")
rc, out, err = run("report.py")
need(rc == 0 and "tue: rain, wind 5" in out, "the report")
