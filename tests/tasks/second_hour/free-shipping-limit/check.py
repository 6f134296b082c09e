import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'shop.py': 'ed648ab7275481cd760d',
}

accepted()
unchanged("shop.py")
nothing_new()
read("shop.py")
cases('''
import shop
for value, want in ((50, 0), (50.0, 0), (49.99, 4.9), (50.01, 0), (0.5, 4.9), (49, 4.9), (120, 0)):
    got = shop.shipping(value)
    assert got == want, f"shipping({value}) is {got!r}, not {want}"
for order, want in (([(12.5, 4)], 50), ([(10, 2), (3.3, 3)], 34.8), ([(60, 1)], 60), ([(49.99, 1)], 54.89)):
    got = shop.total(order)
    assert got == want, f"total({order}) is {got!r}, not {want}"
assert shop.goods([(1.25, 4)]) == 5 and shop.FREE_FROM == 50 and shop.FEE == 4.9
''')
