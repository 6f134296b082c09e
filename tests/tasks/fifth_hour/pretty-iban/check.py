import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("iban.py", "test*.py")
read("iban.py")
cases("""
from iban import pretty
for typed, want in (("de89 370400440532013000", "DE89 3704 0044 0532 0130 00"), ("DE89370400440532013000", "DE89 3704 0044 0532 0130 00"), (" gb82 WEST 1234 5698 7654 32 ", "GB82 WEST 1234 5698 7654 32"),
                    ("nl91abna0417164300", "NL91 ABNA 0417 1643 00"), ("at61 1904 3002 3457 3201", "AT61 1904 3002 3457 3201"), ("n o93 8601 1117 947", "NO93 8601 1117 947")):
    got = pretty(typed)
    assert got == want, (typed, got)
""")
