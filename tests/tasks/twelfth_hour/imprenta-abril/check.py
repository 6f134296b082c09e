import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 43690, words=False), "the sheets of April")
need(not has_number(OUTPUT, 87890, words=False), "all the sheets")
OTHERS = r"Olmeda|Puerta Sur|Corral|Vidal|Nardo"
told = [part for part in re.split(r"\n|(?<=[.!?;])\s", OUTPUT) if re.search(r"\b(m[aá]s|mayor|m[aá]xim[oa]|most)\b", part, re.I) and re.search(r"Larrea|" + OTHERS, part)]
for part in told or [OUTPUT]:
    first_is(part, r"\bLarrea\b", OTHERS)
