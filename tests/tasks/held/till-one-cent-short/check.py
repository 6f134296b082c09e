import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "till.py": "3dc612922a2437aeeece4ff639c881809b4d725af777287b444b915bd9b6094c"
}

accepted()
content("till.py")
need("change" in content("till.py"), "the function is gone")
cases = [[10, 8.9], [20, 16.35], [5, 3.5], [5, 4.9], [50, 32.15], [1, 1], [100, 0.01], [2, 1.1], [0.3, 0.1], [20, 19.99], [4.35, 0], [10.05, 10.03]]
coins = [2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1]
for cents in range(3, 4000, 37):
    cases.append([40, round(40 - cents / 100, 2)])
got = calls("till", "change", cases + [[3, 3.01]])
for (paid, price), g in zip(cases, got):
    rest = round(paid * 100) - round(price * 100)
    want = []
    for c in coins:
        while rest >= c:
            want.append(c)
            rest -= c
    need(g == want, "change(%s, %s) gives %r, not %r" % (paid, price, g, want))
need(isinstance(got[-1], str) and "ValueError" in got[-1], "too little money is no longer refused")
