import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'readme.txt': 'df563263ee22fd7d65ed',
}
accepted()
unchanged()
assert "swimtimes.py" in present(), "swimtimes.py is missing"
cases("""
from swimtimes import to_seconds, to_text
for text, want in [("1:02.45", 62.45), ("58.3", 58.3), ("10:05.00", 605), ("0:31.07", 31.07), ("2:00.00", 120), ("17:44.91", 1064.91)]:
    got = to_seconds(text)
    assert got is not None and abs(got - want) < 1e-6, f"to_seconds({text!r}) is {got!r}"
for text in ("NT", ""):
    assert to_seconds(text) is None, f"to_seconds({text!r}) is not None"
for value, want in [(62.45, "1:02.45"), (58.3, "58.30"), (605, "10:05.00"), (60, "1:00.00"), (31.07, "31.07"), (9.5, "9.50"), (120.05, "2:00.05"), (None, "NT"), (1064.91, "17:44.91"), (65.29, "1:05.29"), (8.7, "8.70"), (4.35, "4.35"), (68.35, "1:08.35")]:
    assert to_text(value) == want, f"to_text({value!r}) is {to_text(value)!r}"
""")
