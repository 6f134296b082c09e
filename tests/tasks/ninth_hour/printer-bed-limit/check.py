import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("printer.cfg")
nothing_new()
have, was = read("printer.cfg").rstrip("\n").split("\n"), original("printer.cfg").rstrip("\n").split("\n")
need(len(have) == len(was), "lines were added or lost")
place = was.index("[heater_bed]")
place = next(at for at in range(place, len(was)) if was[at].startswith("max_temp"))
for at, (new, old) in enumerate(zip(have, was)):
    if at == place:
        need(re.fullmatch(r"max_temp\s*[:=]\s*115(?:\.0)?\s+#\s*degrees C\s*", new), f"the line {new}")
    else:
        need(new.rstrip() == old.rstrip(), f"the line {new} is changed")
