import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'banner.txt': '5bc840d80675a4ab727d',
    'shop.toml': '631a63cc55b5cfdd5c35',
}
accepted()
unchanged("shop.toml")
nothing_new()
import tomllib
text = read("shop.toml")
try:
    got = tomllib.loads(text)
except tomllib.TOMLDecodeError as error:
    raise AssertionError(f"not TOML: {error}")
ship = got.get("shipping", {})
assert got.get("vacation") is False, "vacation"
assert sorted(ship.get("countries", [])) == ["AT", "BE", "DE", "NL"], "countries"
assert ship.get("free_from") == 75, "free_from"
want = {"title": "Wollwinkel", "tax": {"rate": 0.19, "reduced": 0.07}, "pickup": [{"name": "Market hall", "days": ["Wed", "Sat"], "free_from": 0.0}, {"name": "Station kiosk", "days": ["Fri"], "free_from": 60.0}]}
for key, value in want.items():
    assert got.get(key) == value, f"{key} was changed"
assert ship.get("cost") == 4.9 and set(ship) == {"countries", "free_from", "cost"} and set(got) == set(want) | {"vacation", "shipping"}, "other settings"
for comment in ("# Settings of the yarn shop. Ask Bea before changing the [tax] part!", '# shows the "back soon" banner', "# where we send parcels to", "# euros", "# express = 9.9", "# not since 2023", "# do not touch", "# same as for parcels, Bea said 2022"):
    assert comment in text, f"lost: {comment}"
