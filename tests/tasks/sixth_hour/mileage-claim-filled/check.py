import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("claim.json")
nothing_new()
try:
    got = json.loads(read("claim.json"))
except ValueError:
    fail("no JSON")
want = json.loads(original("claim.json"))
need(isinstance(got, dict) and set(got) == set(want), "other keys")
for key in ("name", "month", "rate_per_km"):
    need(got[key] == want[key], f"{key} was changed")
for key, value in (("km", 214), ("amount", 64.2)):
    need(not isinstance(got[key], (bool, list, dict)) and is_number(str(got[key]), value), f"{key} is {got[key]!r}")
