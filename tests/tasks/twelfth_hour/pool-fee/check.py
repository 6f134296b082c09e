import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("pool.py", "test_*.py", "tests/*")
read("pool.py")
cases("""
from pool import fee, family_fee
def same(got, want, what):
    assert got is not None and not isinstance(got, str) and abs(float(got) - want) < 0.001, f"{what} is {got!r}, not {want}"
for age, minutes, want in [(4, 200, 0), (0, 30, 0), (5, 121, 0), (6, 60, 2.5), (10, 90, 2.5), (15, 120, 2.5), (15, 121, 4.0), (16, 60, 4.8), (16, 180, 6.3), (30, 150, 6.3), (64, 120, 4.8), (65, 60, 3.2), (65, 121, 4.7), (90, 10, 3.2)]:
    same(fee(age, minutes), want, f"fee({age}, {minutes})")
for ages, minutes, want in [([40, 38, 9, 3], 60, 12.1), ([40, 38, 9, 7], 150, 14), ([3], 200, 0), ([70, 68], 100, 6.4), ([40, 38, 9, 3], 120, 12.1), ([70, 8], 130, 8.7), ([40, 40, 10, 10], 60, 14), ([16, 17, 65, 3], 90, 12.8), ([], 60, 0)]:
    same(family_fee(ages, minutes), want, f"family_fee({ages}, {minutes})")
""")
