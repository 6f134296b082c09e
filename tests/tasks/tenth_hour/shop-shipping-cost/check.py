import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("shipping.py")
read("shipping.py")
cases('''
import sys
try:
    from shipping import shipping_cost as f
    for args, want in [
        (("DE", 1, 20), 4.9), (("DE", 2, 20), 4.9), (("DE", 2.0, 74.99), 4.9), (("DE", 2.01, 20), 6.9), (("DE", 10, 74.99), 6.9),
        (("DE", 1, 75), 0), (("DE", 10, 75.0), 0), (("DE", 5, 300), 0), (("de", 1, 20), 4.9), (("de", 3, 80), 0),
        (("AT", 0.5, 10), 9.9), (("AT", 2, 10), 9.9), (("AT", 2.5, 10), 14.9), (("CH", 10, 10), 14.9), (("ch", 1, 10), 9.9),
        (("AT", 1, 75), 9.9), (("CH", 4, 200), 14.9), (("at", 9.5, 500), 14.9)]:
        got = f(*args)
        assert got is not None and abs(float(got) - want) < 0.001, (args, got, want)
    assert abs(float(f(country="DE", weight_kg=1, subtotal=5)) - 4.9) < 0.001
    for args in [("DE", 10.01, 20), ("DE", 11, 100), ("AT", 12, 20), ("FR", 1, 20), ("us", 1, 200), ("FR", 20, 20)]:
        try:
            got = f(*args)
        except ValueError:
            continue
        raise AssertionError((args, got))
except BaseException as error:
    sys.exit(f"{type(error).__name__}: {error}")
''')
