import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

MOVED = ['payslip_2022-10.txt', 'payslip_2022-11.txt', 'payslip_2022-12.txt']

accepted()
unchanged(*MOVED)
nothing_new(*("archive_2022/" + name for name in MOVED))
for name in MOVED:
    need(not os.path.exists(name), f"{name} is still there")
    need(read("archive_2022/" + name) == original(name), f"{name} was changed")
