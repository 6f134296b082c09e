import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 6976.00), "the total is not right")
NAMES = r"F2025-0\d\d|Lemoine|Roussel|Caf[ée] du Port|Camping|Sainte-Claire|Besson|Bellevue|Tr[ée]vou|Guyot|L.Ancre"
RIGHT = r"F2025-022|Caf[ée] du Port"
sentences = [part for part in re.split(r"\n+|(?<=[.!?])\s+", OUTPUT) if re.search(NAMES, part, re.I)]
need(sentences, "names no invoice")
claims = [part for part in sentences if re.search(r"ancienne|vieille|première", part, re.I)]
if claims:
    need(re.search(RIGHT, re.search(NAMES, claims[-1], re.I).group(), re.I), f"names another one: {claims[-1]}")
else:
    need(all(re.search(RIGHT, name, re.I) for name in re.findall(NAMES, OUTPUT, re.I)), "names others")
