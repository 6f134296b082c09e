import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 177.5, 0.06) or re.search(r"\b(?:rund|etwa|ca\.?|knapp|gut)\s+178\b", OUTPUT), "not the sum")
part = next((part for part in re.split(r"(?<=[.!?;])\s+|\n", OUTPUT) if says(part, r"meist|höchst|größt|spitze|vorn|ergiebig|best")), OUTPUT)
names = re.findall(r"(?i)linde|obstwiese|waldrand|heide", part) or re.findall(r"(?i)linde|obstwiese|waldrand|heide", OUTPUT)
need(names and names[0].lower() == "linde", f"the place: {names}")
allowed = (177.5, 41.25, 42.75, 49.25, 44.25, 178, 2024, 16, 4, 5)
only_numbers(OUTPUT, *allowed, tolerance=0.06)
