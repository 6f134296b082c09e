import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'basket.csv': '2e0470783b33207bc365',
    'receipt.py': '5903ed1a484d0dd06681',
}

accepted()
unchanged("receipt.py")
nothing_new()
source = os.path.abspath("receipt.py")
def printed():
    rc, out, err = run_python(args=[source])
    assert rc == 0, (err.strip().splitlines() or ["failed"])[-1]
    return [line.rstrip() for line in out.strip().splitlines()]
want = ["2 x coffee at 6.50", "3 x milk at 1.20", "1 x bread at 2.90", "6 x apples at 0.45", "Total: 22.20"]
got = printed()
assert got == want, f"receipt.py prints {got}"
import tempfile
with tempfile.TemporaryDirectory() as other:
    here = os.getcwd()
    os.chdir(other)
    try:
        with open("basket.csv", "w") as handle:
            handle.write("item,quantity,price\npen,10,1.50\nbook,1,8.25\n")
        got = printed()
    finally:
        os.chdir(here)
assert got == ["10 x pen at 1.50", "1 x book at 8.25", "Total: 23.25"], f"with another basket it prints {got}"
