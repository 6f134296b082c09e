import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'cart.py': 'f28033db0bbda883eaf3',
    'main.py': '2be534cc5a2d9024713d',
    'prices.py': '06426ced7087ff83d02a',
}

accepted()
unchanged('prices.py', 'cart.py', 'main.py')
nothing_new()
WANT = {
    'prices.py': '"""Prices of the shop."""\n\nVAT = 0.2\n\n\ndef total_price(items):\n    """The price of all items with tax."""\n    net = sum(item["price"] * item["count"] for item in items)\n    return round(net * (1 + VAT), 2)\n\n\ndef discount(items, percent):\n    return round(total_price(items) * (1 - percent / 100), 2)\n',
    'cart.py': 'from prices import total_price\n\n\nclass Cart:\n    def __init__(self):\n        self.items = []\n\n    def add(self, name, price, count=1):\n        self.items.append({"name": name, "price": price, "count": count})\n\n    def price(self):\n        return total_price(self.items)\n',
    'main.py': 'import prices\nfrom cart import Cart\n\ncart = Cart()\ncart.add("mug", 7.5, 2)\ncart.add("plate", 9.0)\nprint("to pay:", cart.price())\nprint("check:", prices.total_price(cart.items))\nprint("with 10% off:", prices.discount(cart.items, 10))\n',
}
for path, want in WANT.items():
    got = read(path)
    assert not re.search(r"\bcalc\b", got), f"calc is still in {path}"
    assert [l.rstrip() for l in got.strip().splitlines()] == [l.rstrip() for l in want.strip().splitlines()], f"{path} is not as it should be"
rc, out, err = run_python(args=["main.py"])
assert rc == 0, (err.strip().splitlines() or ["failed"])[-1]
