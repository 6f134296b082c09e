import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("camp.md")
nothing_new()
old = original("camp.md").strip().split("\n")
new = read("camp.md").strip().split("\n")
need(len(old) == len(new), "lines are missing or too many")
for before, after in zip(old, new):
    if "tbd" in before:
        label, value = before.split("tbd")[0].strip(), 243 if "total" in before else 13.5
        need(after.strip().startswith(label), f"the line {after}")
        rest = after.strip()[len(label):]
        need(is_number(rest, value), f"{after}: not {value}")
        need(re.fullmatch(r"[\s*_]*(£|GBP)?\s*[\d.,]+\s*(£|GBP|pounds)?( each| per child)?\.?[\s*_]*", rest), f"the line {after}")
    else:
        need(before.rstrip() == after.rstrip(), f"the line {after} was changed")
