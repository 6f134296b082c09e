import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("ean.py", "*test*.py", "README.md")
read("ean.py")
cases("""
from ean import check_digit, is_valid
for first, digit in (("400638133393", 1), ("978316148410", 0), ("500015940745", None), ("123456789012", 8), ("000000000000", 0), ("761234560000", None), ("590123412345", 7)):
    total = sum(int(sign) * (1, 3)[place % 2] for place, sign in enumerate(first))
    want = -total % 10
    assert digit is None or digit == want
    got = check_digit(first)
    assert got == want and not isinstance(got, (str, bool)), f"check_digit({first!r}) is {got!r}"
    assert is_valid(first + str(want)) is True, first
    assert is_valid(first[0] + " " + first[1:7] + " " + first[7:] + str(want)) is True, "spaces"
    assert is_valid(first + str((want + 3) % 10)) is False, first
for code, want in (("978-3-16-148410-0", True), ("4006381333931", True), ("4006381333932", False), ("40063813", False), ("", False), ("40063813339311", False), ("400638133393", False), ("40063813339A1", False), ("ABCDEFGHIJKLM", False), ("4006318333931", False)):
    got = is_valid(code)
    assert got is want, f"is_valid({code!r}) is {got!r}"
""")
