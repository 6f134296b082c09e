import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'march.txt': '6e4e72fbc9ce6dab834a',
    'report.py': 'ff96cd046c69f0e01a14',
    'timesheet.py': '5c297d522899e44f6f76',
}
accepted()
unchanged("timesheet.py", "report.py")
nothing_new()
rc, out, err = run_python(args=["report.py", "march.txt"])
assert rc == 0, err[-300:]
assert out.split("\n") == ["2025-03-03  8.00", "2025-03-04  4.00", "2025-03-05  8.00", "total  20.00", ""], repr(out)
import tempfile
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "other.txt")
    with open(path, "w", encoding="utf-8") as handle:
        handle.write("# April\n\n2025-04-01;07:30;12:00;15\n2025-04-02;10:00;18:00;60\n2025-04-03;06:00;06:50;0\n")
    rc, out, err = run_python(args=["report.py", path])
assert rc == 0, err[-300:]
assert out.split("\n") == ["2025-04-01  4.25", "2025-04-02  7.00", "2025-04-03  0.83", "total  12.08", ""], repr(out)
