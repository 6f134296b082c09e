import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("reparto.md")
nothing_new()
VALUES = {"| Marta": 182.1, "| Iván": 271.8, "| Rosa": 182.1, "Total": 636.0, "Toca": 212.0}

def plain(text):
    lines = [re.sub(r"\s+", " ", line).strip() for line in text.split("\n")]
    return [re.sub(r"-{3,}", "---", line).replace(" ", "") if set(line) <= set("|-: ") else line for line in lines if line]

old, new = plain(original("reparto.md")), plain(read("reparto.md"))
need(len(old) == len(new), "other lines")
for before, after in zip(old, new):
    if "?" not in before:
        need(before == after, after)
        continue
    value = next(value for start, value in VALUES.items() if before.startswith(start))
    need("?" not in after and after.startswith(before.split("?")[0].strip()), after)
    need(is_number(after, value), f"{after}, not {value}")
