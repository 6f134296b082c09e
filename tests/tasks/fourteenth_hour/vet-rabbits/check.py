import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 305.2), "the sum is not 305.20")
plain = re.sub(r"\d{4}-\d\d-\d\d|\d+[.,]\d+|\bMay \d{1,2}\b(?!\d)|\b\d{1,2}(st|nd|rd|th)?( of)? May\b", " ", OUTPUT)
need(re.search(r"\b(6|six)\b", plain, re.I), "the count is not 6")
for count in re.findall(r"\b(\d+)\s+(?:rabbits?\s+)?(?:visits?|appointments?|consultations?)", plain, re.I):
    need(count == "6", f"says {count} visits")
