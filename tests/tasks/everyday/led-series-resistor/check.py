import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
text = answer(1500)
nothing_new()
p = plain(text)
assert has_number(text, 380) or re.search(r"0[.,]38 ?k", p), "exact value"
assert has_number(text, 390) or re.search(r"0[.,]39 ?k|\b390r", p), "E12 value"
last = [int(n) for n in re.findall(r"(?<![\d.,])(330|390|470)(?![\d.,]?\d)", p)]
assert last.count(390) >= max(last.count(330), last.count(470)), "which one"
