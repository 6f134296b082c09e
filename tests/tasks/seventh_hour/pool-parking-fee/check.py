import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("fee.py")
nothing_new("test_*.py", "*_test.py")
read("fee.py")
cases("""
from fee import fee
for minutes, want in ((65, 5), (30, 2.5), (1, 2.5), (59, 2.5), (60, 2.5), (61, 5), (119, 5), (120, 5), (121, 7.5), (180, 7.5), (239, 10), (240, 10), (241, 12), (300, 12), (301, 12), (1440, 12)):
    got = fee(minutes)
    assert abs(got - want) < 1e-6, f"fee({minutes}) is {got}"
""")
for minutes, want in (("65", "5.00 EUR"), ("60", "2.50 EUR"), ("500", "12.00 EUR")):
    rc, out, err = run("fee.py", minutes)
    need(rc == 0 and out.strip() == want, f"fee.py {minutes} prints {out!r} {err[-200:]}")
