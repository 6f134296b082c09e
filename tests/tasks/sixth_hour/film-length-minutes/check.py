import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("duration.py", "test_duration.py")
read("duration.py")
cases("""
from duration import minutes
for text, want in (("1h 20m", 80), ("45m", 45), ("2h", 120), ("1h5m", 65), ("0m", 0), ("10h 59m", 659), ("3h 0m", 180), ("12h", 720), ("90m", 90)):
    got = minutes(text)
    assert got == want and isinstance(got, int), f"minutes({text!r}) is {got!r}"
""")
