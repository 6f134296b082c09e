import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"\b1\s*B\b", r"\b2\s*D\b", r"\b[ÁA]tico\b|penthouse|attic|top[- ]floor")
need(has_number(OUTPUT, 1716.75), "does not say 1716.75")
heading = ""
for part in re.split(r"\n|;|(?<=[a-z\d)])[.!?](?= |$)|, but | while ", OUTPUT):
    if part.rstrip("* ").endswith(":"):
        heading = part
    if not part.strip():
        heading = ""
    other = re.search(r"\b(1A|1C|1D|2A|2B|2C|3A|3B|3C|3D|Local)\b|Whitcombe|Peña|Heladería", part, re.I)
    if other:
        both = heading + " " + part
        need(re.search(r"\b(paid|pagad[oa]s?|late|settled)\b", both, re.I) and not re.search(r"(not|n['’]t|yet to|un)[ -]?(been |have )?(yet )?pa(y|id)", both, re.I), f"names {other.group()}")
must_not_say(OUTPUT, r"total[^.\n]{0,25}(586.00|2302.75)")
