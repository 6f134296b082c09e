import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("einkauf.md")
nothing_new()
before = original("einkauf.md").rstrip().split("\n")
after = read("einkauf.md").rstrip().split("\n")
need(len(before) == len(after), "lines came or went")
for old, new in zip(before, after):
    if old == "- Mehl: ? kg":
        need(re.fullmatch(r"- Mehl: *(?:ca\. *)?[\d.,]+ *kg\s*", new), f"the line is {new}")
        need(is_number(new, 49.695, 0.051), f"the line is {new}")
    else:
        need(old.rstrip() == new.rstrip(), f"{old} became {new}")
