import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("ean.py", "test*.py", "*test.py")
need(os.path.isfile("ean.py"), "no ean.py")
cases("""
from ean import check_digit, is_valid
def right(first):
    s = sum(int(c) * (3 if i % 2 else 1) for i, c in enumerate(first))
    return -s % 10
firsts = ["400638133393", "978030640615", "000000000000", "590123412345", "123456789012", "999999999999", "761234567890", "501234567890", "000000000003", "100000000003", "200000000000", "871125300121"]
assert right("400638133393") == 1 and right("978030640615") == 7 and 0 in map(right, firsts)
for first in firsts:
    assert check_digit(first) == right(first), (first, check_digit(first))
    for last in range(10):
        assert bool(is_valid(first + str(last))) == (last == right(first)), first + str(last)
assert is_valid("978-0-306-40615-7") and is_valid("4 006381 333931") and is_valid(" 4006381333931 ")
for wrong in ("4006381333932", "12345", "", "400638133393", "40063813339311", "400638133393X", "abcdefghijklm", "97803O6406157", "978-0-306-40615-8"):
    assert is_valid(wrong) in (False,), wrong
""")
