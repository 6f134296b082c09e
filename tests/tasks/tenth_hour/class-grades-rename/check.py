import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import ast

accepted()
nothing_new()
NAMES = ("grades.py", "report.py", "class_mean.py", "check_grades.py")
unchanged(*NAMES)
for name in NAMES:
    want = re.sub(r"\bcalc\b", "average_grade", original(name))
    text = read(name)
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        fail(f"{name}: {error}")
    need(ast.dump(tree) == ast.dump(ast.parse(want)), f"{name} is not what the rename gives")
    comments = [line.strip() for line in want.split("\n") if "#" in line]
    need(all(comment in text for comment in comments), f"{name} lost a comment")
rc, out, err = run("check_grades.py")
need(rc == 0 and "all fine" in out, "check_grades.py does not run through: " + err.strip().split("\n")[-1])
