import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("shop/pricing.py", "shop/cart.py", "shop/labels.py", "test_shop.py", "README.md")
nothing_new()


def tidy(text):
    return [line.rstrip() for line in text.replace("test_price_without_vat", "test_net_price").strip().split("\n")]


for name in ("shop/pricing.py", "shop/cart.py", "shop/labels.py", "test_shop.py", "README.md"):
    want = re.sub(r"\bnet_price\b", "price_without_vat", original(name))
    need(tidy(read(name)) == tidy(want), f"{name} is not the renamed one")
rc, out, err = run("-m", "unittest")
need(rc == 0, err.strip()[-300:])
