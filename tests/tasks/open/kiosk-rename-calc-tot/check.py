import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'README.md': '55aba9a79d238f179ee1',
    'shop/__init__.py': 'e3a254eead038d025bc7',
    'shop/orders.py': 'a8554c79afbef389dec6',
    'shop/report.py': '4b9f5ca899b914b0b311',
    'shop/tax.py': '44d59314b5c650b5dbcc',
    'test_shop.py': '7ecd86a4b9fd3ef11fed',
}
accepted()
unchanged("shop/__init__.py", "shop/orders.py", "shop/report.py", "test_shop.py", "README.md")
nothing_new()
for path in sorted(present()):
    assert "calc_tot" not in read(path), f"calc_tot is still in {path}"
for path, least in {"shop/__init__.py": 1, "shop/orders.py": 2, "shop/report.py": 1, "test_shop.py": 3, "README.md": 1}.items():
    assert read(path).count("order_total") >= least, f"order_total is missing in {path}"
rc, out, err = run_python(args=["-m", "unittest", "test_shop"])
assert rc == 0 and "Ran 4 tests" in err, "the tests do not run"
cases('''
from shop import order_total, Order
from shop.report import daily
assert order_total([]) == 0 and order_total([("a", 3, 2)]) == 6 and order_total([("a", 100, 1)], taxed=True) == 107
assert Order([("a", 3, 2)]).total() == 6
assert daily([[("a", 1.5, 1)]]) == "1: 1.50"
''')
