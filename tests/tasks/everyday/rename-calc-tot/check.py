import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'README.md': 'f82b2063a0cc8fc429c5',
    'main.py': '18e7091cb51de10ff5dd',
    'shop/__init__.py': '134914d4382ad002a3c9',
    'shop/bill.py': 'facb84d9f5f89d20b180',
    'shop/prices.py': 'cd24abe728b646d2b0e8',
}
accepted()
nothing_new()
WANT = {'shop/prices.py': '"""Prices of an order."""\n\n\ndef order_total(lines, discount=0):\n    """Sum of quantity times price, less a discount in percent."""\n    total = sum(quantity * price for quantity, price in lines)\n    return round(total * (100 - discount) / 100, 2)\n\n\ndef calc_tot_weight(weights):\n    return sum(weights)\n', 'shop/bill.py': 'from shop.prices import order_total, calc_tot_weight\n\n\ndef bill(name, lines, weights, discount=0):\n    amount = order_total(lines, discount)\n    return f"{name}: {amount:.2f} EUR, {calc_tot_weight(weights)} g"\n', 'shop/__init__.py': '# the shop package\n', 'main.py': 'import shop.prices\nfrom shop.bill import bill\n\nLINES = [(2, 4.5), (1, 12.0)]\n\nif __name__ == "__main__":\n    print(bill("Reuter", LINES, [300, 120], discount=10))\n    print(shop.prices.order_total(LINES))\n', 'README.md': '# Shop\n\n`order_total(lines, discount)` gives the amount of an order, `calc_tot_weight(weights)` its weight.\n\nRun `python main.py`.\n'}
for path, want in WANT.items():
    got = read(path)
    assert not re.search(r"\bcalc_tot\b", got), f"the old name is still in {path}"
    if path == "shop/bill.py":  # the order of the imported names is free
        got = re.sub(r"import calc_tot_weight, order_total", "import order_total, calc_tot_weight", got)
    assert got.rstrip() == want.rstrip(), f"{path} is not as it should be"
rc, out, err = run_python(args=["main.py"])
assert rc == 0 and out == "Reuter: 18.90 EUR, 420 g\n21.0\n", (out, err[-300:])
