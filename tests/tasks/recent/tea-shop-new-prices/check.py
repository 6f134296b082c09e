import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'catalogue.json': '48eaeb3eddd0bada560a',
    'old/catalogue-2024.json': '8e1ac69eb3653d13747a',
    'purchase.csv': 'ed136004606c2a964d29',
}
accepted()
unchanged("catalogue.json")
nothing_new()
try:
    got = json.loads(read("catalogue.json"))
except ValueError as error:
    raise AssertionError(f"not JSON: {error}")
WANT = {'shop': 'Tee & Tasse', 'valid_from': '2025-02-01', 'products': [{'sku': 'T-ASSAM', 'name': 'Assam, 100 g', 'price': 6.8}, {'sku': 'T-SENCHA', 'name': 'Sencha, 100 g', 'price': 10.3}, {'sku': 'T-ROOIB', 'name': 'Rooibos, 250 g', 'price': 7.1}, {'sku': 'C-MUG02', 'name': 'Mug, grey', 'price': 14.0, 'note': 'last ones'}, {'sku': 'C-POT11', 'name': 'Teapot, cast iron', 'price': 61.5}, {'sku': 'C-SIEVE', 'name': 'Sieve', 'price': 4.2}, {'sku': 'T-MINT', 'name': 'Mint, 50 g', 'price': 4.4}, {'sku': 'G-CARD', 'name': 'Gift card', 'price': 25.0}]}
assert {k: v for k, v in got.items() if k != "products"} == {k: v for k, v in WANT.items() if k != "products"}, "the head was changed"
assert [p["sku"] for p in got["products"]] == [p["sku"] for p in WANT["products"]], "other products"
for a, b in zip(got["products"], WANT["products"]):
    assert isinstance(a["price"], (int, float)) and abs(a["price"] - b["price"]) < 1e-6, f"{a['sku']}: {a['price']}"
    assert {k: v for k, v in a.items() if k != "price"} == {k: v for k, v in b.items() if k != "price"}, f"{a['sku']} was changed"
