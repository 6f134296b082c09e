import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("aquarium.ini")
nothing_new()
def lines(text):
    out = []
    for line in text.strip().split("\n"):
        line = re.sub(r"\s+", " ", line.strip())
        out.append(re.sub(r"^(\w+) ?= ?", r"\1 = ", line) if not line.startswith((";", "#")) else line)
    return [line for line in out if line]
wanted = original("aquarium.ini").replace("an = 09:00\naus = 21:00", "an = 08:30\naus = 19:45").replace("soll = 24.0", "soll = 25.5")
got = [re.sub(r"^soll = 25\.50$", "soll = 25.5", line) for line in lines(read("aquarium.ini"))]
for old, new in zip(lines(wanted), got):
    need(old == new, f"{new} instead of {old}")
need(len(lines(wanted)) == len(got), "lines are missing or too many")
