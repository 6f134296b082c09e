import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import ast

accepted()
for name in ("fares.py", "booking.py", "report.py"):
    right = re.sub(r"\bcalc\b", "ticket_price", original(name))
    try:
        tree = ast.parse(read(name))
    except SyntaxError as error:
        fail(f"{name}: {error}")
    need(ast.dump(tree) == ast.dump(ast.parse(right)), f"{name} is not as wanted")
need("# only members get the group discount" in read("booking.py"), "the comment is gone")
rc, out, err = run("report.py")
need(rc == 0, err[-200:])
need(out.strip().split("\n") == ["Fam. Eklund: 140.00", "Hiking group Nord: 118.80", "Choir: 1260.00", "one seat for a day: 12.00"], f"prints {out}")
unchanged("fares.py", "booking.py", "report.py")
nothing_new()
