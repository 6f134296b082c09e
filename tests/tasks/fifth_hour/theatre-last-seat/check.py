import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("hall.py", "booking.py")
nothing_new("test*.py")
rc, out, err = run("tonight.py")
need(rc == 0 and "31 of 34 seats are free" in out, f"the script says {out.strip()} {err.strip()[-200:]}")
cases("""
import hall
from booking import Evening
evening = Evening()
assert evening.free("A") == list(range(1, 11)), evening.free("A")
assert evening.free("C") == list(range(1, 13)), evening.free("C")
assert evening.count() == 34 == hall.capacity()
evening.book("A", 10)
assert evening.free("A") == list(range(1, 10)), evening.free("A")
assert evening.count() == 33
try:
    evening.book("A", 10)
    raise SystemExit("books twice")
except ValueError:
    pass
hall.ROWS["D"] = 2
assert evening.free("D") == [1, 2], evening.free("D")
""")
