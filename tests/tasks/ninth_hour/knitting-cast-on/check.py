import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("knit.py", "test_knit.py", "*/test_knit.py")
need(os.path.isfile("knit.py"), "no knit.py")
rc, out, err = run("-c", '''
from knit import cast_on
for arguments, want in (((42, 20, 8), 88), ((40, 20, 8), 80), ((40, 20), 80), ((45.5, 22), 101), ((45.5, 22, 8), 104), ((24, 25, 18), 72), ((5, 20, 18), 18), ((31, 25, 1), 78), ((100, 30, 7), 301)):
    have = cast_on(*arguments)
    assert have == want and int(have) == have, (arguments, have, want)
assert str(cast_on(42, 20, 8)) == "88", "not a whole number"
assert cast_on(42, 20, multiple=8) == 88 and cast_on(width_cm=40, gauge=20) == 80
for arguments in ((0, 20, 8), (-4, 20, 8), (40, 0, 8), (40, -1), (40, 20, 0), (40, 20, -8)):
    try:
        cast_on(*arguments)
    except ValueError:
        continue
    raise SystemExit("no ValueError for %s" % (arguments,))
''')
need(rc == 0, (err.strip().split("\n") or [""])[-1])
