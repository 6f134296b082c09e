import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
NAMES = "quarry bank|lime avenue|mill field"
need(has_number(OUTPUT, 105.7, 0.051, words=False), "not the kilos")
verdicts = [part for part in re.split(r"\n|(?<=[^\d])\.\s", OUTPUT) if re.search(r"most|highest|largest|best|top|winner|biggest", part, re.I) and re.search(NAMES, part, re.I)]
for part in verdicts or [OUTPUT]:
    found = list(re.finditer(NAMES, part, re.I))
    need(found, "no apiary")
    word = re.search(r"most|highest|largest|best|top|winner|biggest", part, re.I)
    near = min(found, key=lambda one: min(abs(one.start() - word.end()), abs(word.start() - one.end()))) if word else found[0]
    need("mill field" in (found[0].group().lower(), near.group().lower()), "not the apiary")
for value in [100.7, 43.7, 92.6]:
    need(not has_number(OUTPUT, value, 0.01, words=False) or "2023" in OUTPUT, "kilos of another year")
