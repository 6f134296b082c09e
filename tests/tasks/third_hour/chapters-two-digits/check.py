import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

PAIRS = {'chapter5.txt': 'chapter05.txt', 'chapter6.txt': 'chapter06.txt', 'chapter7.txt': 'chapter07.txt', 'chapter8.txt': 'chapter08.txt', 'chapter9.txt': 'chapter09.txt'}

accepted()
unchanged(*PAIRS)
nothing_new(*PAIRS.values())
for old, new in PAIRS.items():
    need(not os.path.exists(old), f"{old} is still there")
    need(read(new) == original(old), f"{new} has another content")
