import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'stall.csv': '4d7d3dcee2c33b0865f9'}

import tempfile

accepted()
unchanged()
read("column_total.py")

def run(path, column):
    return run_python(args=["column_total.py", path, column])

def total(path, column, want):
    rc, out, err = run(path, column)
    assert rc == 0, f"{column}: {(err.strip().splitlines() or ['exit status %d' % rc])[-1]}"
    assert out.strip() == want, f"the total of {column} is printed as {out.strip()!r} and not {want}"

total("stall.csv", "amount", "61.50")
total("stall.csv", "pieces", "14.00")
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "other.csv")
    with open(path, "w", encoding="utf-8") as handle:
        handle.write('day,what,in,out\n2025-01-02,"nails, screws",,12.30\n2025-01-03,gift,100,\n2025-01-04,back,0.5,-2.30\n')
    total(path, "in", "100.50")
    total(path, "out", "10.00")
    rc, out, err = run(path, "amount")
assert rc == 2, f"exit status {rc} with an unknown column"
assert err.strip() and "Traceback" not in err, "no error message on stderr"
assert not out.strip(), "something is printed with an unknown column"
