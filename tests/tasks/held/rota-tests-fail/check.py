import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "rota/__init__.py": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
 "rota/dates.py": "506a445cab3f5277c7c9228bbced648329a4dcd8409d73e758c9077a79a0067c",
 "rota/plan.py": "e833d2209af1c7f4ddb4ddc520dd35a5a7d5f29b4a12fa47dd8fc8ac154c47eb",
 "rota/people.py": "cddb4812786d86f4661ab98f068db81a288c9e8f2bd558fbb1730ed0430fd176",
 "tests/test_plan.py": "52b47a33cb8b521fe3ab3d10ee88202792d7a2746b4428cb5f3f056064de447e"
}

accepted()
intact("rota/dates.py", "rota/plan.py", "rota/people.py", "rota/__init__.py")
rc, out, err = run_py(["-m", "unittest", "discover", "tests"])
need(rc == 0 and "Ran 3 tests" in err, "the tests fail: %s" % err[-300:])
code = '''
from datetime import date, timedelta
from rota.dates import week_start, week_days
from rota.plan import week_plan
from rota.people import available
for i in range(800):
    d = date(2024, 1, 1) + timedelta(days=i)
    assert week_start(d) == d - timedelta(days=i % 7), d
    assert week_days(d) == [week_start(d) + timedelta(days=k) for k in range(7)], d
assert available("mon fri", date(2025, 6, 13)) and not available("mon fri", date(2025, 6, 14))
assert week_plan(date(2025, 6, 15), {"X": "sun"}) == {date(2025, 6, 15): "X"}
'''
rc, out, err = run_py(["-c", code])
need(rc == 0, "still wrong for other days: %s" % err[-200:])
