import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
PAID = ['job-041.txt', 'job-043.txt', 'job-047.txt', 'job-048.txt', 'job-051.txt']
unchanged(*PAID)
nothing_new(*("done/" + name for name in PAID))
for name in PAID:
    need(not os.path.exists(name), f"{name} is still there")
    need(os.path.isfile("done/" + name), f"{name} is not in done")
    need(raw("done/" + name) == raw(os.path.join(FILES, name)), f"{name} was changed")
