import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()

squeeze = lambda text: re.sub(r"[^a-z0-9]+", " ", text.lower()).strip()
told = squeeze(OUTPUT)
for line in original("todo.txt").strip().split("\n"):
    if "urgent" in line:
        need(squeeze(line) in told, f"not the line {line!r}")
    else:
        need(squeeze(line) not in told, f"also the line {line!r}")
