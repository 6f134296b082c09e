import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'grades.py': 'd9a4cff55fe5dd71a0cc',
}

accepted()
unchanged("grades.py")
nothing_new()
cases('''
from grades import grade, passed, report
for points, want in ((100, "A"), (91, "A"), (90, "A"), (89, "B"), (76, "B"), (75, "B"), (74, "C"), (61, "C"), (60, "C"), (59, "D"), (51, "D"), (50, "D"), (49, "F"), (0, "F")):
    assert grade(points) == want, f"grade({points}) is {grade(points)!r}, not {want!r}"
assert passed(50) and not passed(49)
assert report({"Ann": 60, "Bo": 90}) == ["Bo: 90 (A)", "Ann: 60 (C)"], "report is broken"
''')
