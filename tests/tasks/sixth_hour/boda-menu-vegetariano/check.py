import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("vegetarianos.txt")
lines = [re.sub(r"^(?:[-*•]|\d+[.)])\s+", "", line.strip()) for line in read("vegetarianos.txt").split("\n") if line.strip()]
need(sorted(lines) == sorted(["Lucía Ortega", "Mateo Gil", "Álvaro Peña"]), f"the names {lines}")
