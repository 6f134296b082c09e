import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("cart.py")
nothing_new("test*.py")
rc, out, err = run("shop.py")
need(rc == 0 and "17.40" in out, f"the script says {out.strip()} {err.strip()[-200:]}")
cases("""
from cart import Cart
cart = Cart()
assert cart.total() == 0
cart.add("milk"); cart.add("milk"); cart.add("milk", 4)
assert abs(cart.total() - 6.6) < 0.001, cart.total()
cart.add("honey", 2)
assert abs(cart.total() - 19.6) < 0.001, cart.total()
cart.remove("milk"); cart.remove("eggs")
assert abs(cart.total() - 13) < 0.001, cart.total()
cart.add("milk")
assert abs(cart.total() - 14.1) < 0.001, cart.total()
assert Cart().total() == 0, "two carts share their things"
""")
