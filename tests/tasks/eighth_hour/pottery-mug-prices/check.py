import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("products.json")
nothing_new()
try:
    data = json.loads(read("products.json"))
except ValueError:
    fail("no json any more")
right = json.loads(original("products.json"))
for product in right["products"]:
    if product["category"] == "mugs":
        product["price"] = round(product["price"] * 1.1, 2)
need(isinstance(data, dict) and set(data) == set(right), "the outer keys")
need(data["shop"] == right["shop"] and data["currency"] == right["currency"], "shop or currency")
need(isinstance(data["products"], list) and len(data["products"]) == len(right["products"]), "the number of products")
for is_, should in zip(data["products"], right["products"]):
    need(isinstance(is_, dict) and set(is_) == set(should), "the keys of a product")
    for key, value in should.items():
        if key == "price":
            need(isinstance(is_[key], (int, float)) and not isinstance(is_[key], bool) and abs(is_[key] - value) < 1e-6, f"price of {should['sku']}")
        else:
            need(is_[key] == value, f"{key} of {should['sku']}")
