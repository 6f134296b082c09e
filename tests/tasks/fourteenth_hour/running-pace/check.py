import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("pace.py")
nothing_new("test_*.py")
for kilometres, time, right in (("21.1", "1:45:00", "4:59"), ("10", "52:30", "5:15"), ("5", "24:10", "4:50"), ("42.195", "3:30:00", "4:59"), ("30", "2:45:30", "5:31"), ("12", "1:05:00", "5:25"), ("8", "0:40:24", "5:03")):
    rc, out, err = run("pace.py", kilometres, time)
    need(rc == 0 and out.strip() == f"{right} min/km", f"{kilometres} {time} gives {out.strip() or err[-200:]}")
rc, out, err = run("pace.py")
need("Usage" in out + err, "says no usage any more")
cases("""
from pace import pace, seconds
assert seconds("52:30") == 3150 and seconds("1:45:00") == 6300 and seconds("2:00:05") == 7205
assert pace(10, "52:30") == "5:15"
""")
