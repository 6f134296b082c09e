import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
need(has_number(OUTPUT, 10000, words=False) or says(OUTPUT, r"ten[ -]thousand"), "the number")
for wrong in (1000, 100000):
    need(not any(float(wrong) in values for values in numbers(OUTPUT)), f"says {wrong}")
must_not_say(OUTPUT, r"hectares? (?:is|has|equals|=|contains) (?:about )?100 ?(?:square met|sq|m²|m2\b)")
