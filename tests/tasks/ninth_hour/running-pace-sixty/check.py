import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("pace.py")
nothing_new("test_*.py", "*/test_*.py")
rc, out, err = run("pace.py")
need(rc == 0, (err.strip().split("\n") or [""])[-1])
need([line.split() for line in out.strip().split("\n")] == [["Hugo", "6:00"], ["Mirela", "4:35"], ["Sanna", "5:00"], ["Deniz", "5:19"], ["Paulo", "4:48"], ["Ingrid", "5:00"]], out)
rc, out, err = run("-c", '''
from pace import pace, seconds_of
assert seconds_of("1:02:10") == 3730 and seconds_of("59:58") == 3598
for time, km, want in (("49:57", 10, "5:00"), ("49:54", 10, "4:59"), ("1:09:58", 10, "7:00"), ("30:00", 5, "6:00"), ("30:13", 10, "3:01"), ("30:17", 10, "3:02"), ("1:39:57", 10, "10:00")):
    assert pace(time, km) == want, (time, km, pace(time, km))
''')
need(rc == 0, (err.strip().split("\n") or [""])[-1])
