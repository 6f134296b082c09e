import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'basket.py': '957c7d7bbe4a496c36cc',
    'main.py': 'be7f2a2145f79ca752fc',
    'prices.txt': 'f2928195305cc0320341',
}
accepted()
unchanged("basket.py")
nothing_new()
cases("""
from basket import Basket
a = Basket("A"); a.add("eggs", 0.4, 10); a.add("honey", 6.5)
b = Basket("B"); b.add("potatoes", 1.2, 5)
c = Basket("C")
assert a.total() == 10.5, "first basket is wrong"
assert b.total() == 6.0, "second basket is wrong"
assert c.total() == 0 and len(c.items) == 0, "a new basket is not empty"
d = Basket("D", [("milk", 1.1, 2)])
assert d.total() == 2.2, "a basket with goods from the start is wrong"
d.add("eggs", 0.4)
assert d.total() == 2.6
e = Basket("E", items=[("milk", 1.1, 1)])
assert e.total() == 1.1
""")
rc, out, err = run_python(args=["main.py"])
assert rc == 0, "main.py fails"
lines = out.split("\n")
at = lines.index("Customer: Mr Singh")
assert lines[at + 1].split() == ["5", "x", "potatoes", "6.00"] and lines[at + 2].split() == ["Total", "6.00"], "Mr Singh's receipt is wrong"
assert "Customer: Mrs Hall" in out and "10.50" in out
