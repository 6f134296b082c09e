import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("reto.txt")
nothing_new()
ours, theirs = read("reto.txt").rstrip().split("\n"), original("reto.txt").rstrip().split("\n")
need(len(ours) == len(theirs), f"{len(ours)} lines")
for a, b in zip(ours, theirs):
    if "____" not in b:
        need(a.rstrip() == b.rstrip(), f"changed: {a}")
        continue
    label = b[:b.index("____")].strip()
    need(a.startswith(label), f"label lost: {a}")
    value = a[len(label):].replace("_", " ").strip()
    if label.startswith("Pasos"):
        need(is_number(value, 233616), a)
    elif label.startswith("Media"):
        need(is_number(value, 7536), a)
    elif label.startswith("Días"):
        need(has_number(value.split(" de ")[0], 12), a)
        only_numbers(value, 12, 31, 8000)
    else:
        need(re.search(r"\b17([/.-]0?5\b|\s+(de\s+)?mayo)|2025-05-17|^17\b", value), a)
        need(not re.search(r"\b(domingo|lunes|martes|miércoles|jueves|viernes)\b", value, re.I), a)
        only_numbers(value, 17, 5, 2025, 18264, 17.05, 17.5)
