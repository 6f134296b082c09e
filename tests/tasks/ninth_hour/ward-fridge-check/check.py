import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("fridge_check.md")
nothing_new()
old = [line.strip() for line in original("fridge_check.md").split("\n") if line.strip()]
new = [line.strip() for line in read("fridge_check.md").split("\n") if line.strip()]
need(len(old) == len(new), "lines are gone or new")
for before, after in zip(old, new):
    label = before.split(": ____")[0]
    if "____" not in before or "Signature" in before:
        need(before == after or ("Signature" in before and re.fullmatch(re.escape(label) + r":[ _]*", after)), f"{after} was not to be changed")
        continue
    need(after.startswith(label + ":"), f"{label} is gone")
    value = after[len(label) + 1:].strip(" _*`")
    if "Number" in label:
        need(is_number(value, 30), f"{label}: {value}")
    elif "above" in label:
        need(is_number(value, 4), f"{label}: {value}")
    elif "Highest" in label:
        need(is_number(value, 9.6), f"{label}: {value}")
    else:
        need(re.search(r"2025-10-09|\b0?9(st|nd|rd|th)?\.? (of )?oct|oct(ober|\.)? 0?9(th)?\b|\b0?9[./]10\b", value, re.I), f"{label}: {value}")
        need(not re.search(r"19:00", value), "19:00")
