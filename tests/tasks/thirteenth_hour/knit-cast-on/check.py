import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("knit.py", "test_*.py", "*_test.py", "tests/*", "README.md")
read("knit.py")
cases("""
from knit import cast_on
for (args, want) in [((50, 22, 4), 112), ((40, 20, 6), 78), ((2, 18, 8), 8), ((53, 20, 4), 108), ((100, 25, 10), 250), ((32.5, 24, 6), 78), ((1, 20, 12), 12), ((30, 20, 1), 60), ((61, 20, 4), 124), ((45, 28, 7), 126), ((47, 21, 5), 100), ((25, 20, 4), 52), ((120, 17.5, 8), 208)]:
    got = cast_on(*args)
    assert got == want, f"cast_on{args} gives {got!r}, not {want}"
""")
