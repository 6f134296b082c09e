import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
wanted = {(f"{name[:4]}/{name}" if re.match(r"\d{4}-", name) else name): name for name in given()}
there = listing(".")
for name in sorted(wanted):
    need(name in there, f"{name} is missing")
    need(raw(name) == raw(os.path.join(FILES, wanted[name])), f"{name} has another content")
need(not there - set(wanted), f"{sorted(there - set(wanted))[:3]} should not be there")
