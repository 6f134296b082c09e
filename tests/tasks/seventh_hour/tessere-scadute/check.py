import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("scaduti.txt")
lines = [line.strip() for line in read("scaduti.txt").strip().split("\n") if line.strip()]
everyone = [line.split(";")[0] for line in original("soci.csv").strip().split("\n")[1:]]
found = []
for line in lines:
    here = [name for name in everyone if re.search(rf"\b{name}\b", line, re.I)]
    need(len(here) <= 1, f"more than one name in {line!r}")
    need(here or line == lines[0], f"the line {line!r} has no name")
    need(not re.search(r"yoga|tennis|nuoto", line, re.I), f"more than the name in {line!r}")
    found += here
need(sorted(found) == ["Davide", "Giulia", "Luca", "Paolo"], f"the names are {found}")
only_numbers("\n".join(re.sub(r"\b\d\d/\d\d/\d{4}\b", "", line) for line in lines), 1, 2, 3, 4, 2024)
must_not_say(OUTPUT, r"\b(I have|I've|I created|the file|has been|members|expired)\b")
