import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
nothing_new()
text = answer(900)
assert has_number(text, 42) or says(text, "forty-two", "forty two"), "42 is not said"
claims = [float(c) for c in re.findall(r"(\d+(?:\.\d+)?)\s*(?:drops?|gtt)[\s/]*(?:per|a|/)?\s*min", plain(text))]
assert all(41.5 < c <= 42 for c in claims), f"another rate is given: {claims}"
