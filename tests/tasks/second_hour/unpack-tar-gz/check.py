import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

unchanged()
nothing_new()
accepted()
text = OUT
assert text and len(text) <= 2500, "no answer, or too long"
OPTION = r"(?<![.\w])tar\b[^\n`|]*?\s(?:-[zvjpfkm]*%s[zvjpfkm]*(?=\s)|(?=[a-z]{2})[zvjpfkm]*%s[zvjpfkm]*(?=\s)|--(?:%s)\b)"
unpack = re.search(OPTION % ("x", "x", "extract|get"), text + " ")
pack = re.search(OPTION % ("c", "c", "create"), text + " ")
assert unpack, "tar with x is missing"
assert not pack or unpack.end() < pack.end(), "the first command named is a wrong one"
