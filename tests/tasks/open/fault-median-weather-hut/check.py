import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'readings.py': '71feb95b851e8027132b', 'test_readings.py': '5be59e332b09e5ae8baf'}

accepted()
unchanged("readings.py")
read("readings.py")
rc, out, err = run_python(args=["-m", "unittest", "-q", "test_readings"])
assert rc == 0, "the tests still fail"
cases("""
from readings import median, warm_days
import random
for n in range(1, 9):
    v = [random.randint(-9, 40) / 2 for _ in range(n)]
    s = sorted(v)
    want = s[n // 2] if n % 2 else (s[n // 2 - 1] + s[n // 2]) / 2
    keep = list(v)
    assert abs(median(v) - want) < 1e-9, f'median({v}) is {median(v)}'
    assert v == keep, 'the list given was changed'
assert median([]) is None
assert median([3, 1]) == 2
assert median((4,)) == 4
assert warm_days({'a': 30.0, 'b': 29.9}, 30) == ['a']
""")
