import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'saturday.py': '2378cd33207d8ff48dc9', 'shopping.py': '04580ffe0451bfd6589f'}

accepted()
unchanged("shopping.py")
read("shopping.py")
rc, out, err = run_python(args=["saturday.py"])
assert rc == 0, (err.strip().splitlines() or ["saturday.py fails"])[-1]
want = "market:\n- 6 x apples\n- 10 x eggs\nbakery:\n- 8 x rolls\nall:\n- 6 x apples\n- 10 x eggs\n- 8 x rolls"
assert out.strip() == want, f"saturday.py prints {out!r}"
cases("""
from shopping import ShoppingList, combine
a, b = ShoppingList('a'), ShoppingList('b')
a.add('x'); a.add('x', 2); b.add('x', 5); b.add('y')
assert a.text() == 'a:\\n- 3 x x', a.text()
assert b.text() == 'b:\\n- 5 x x\\n- 1 x y', b.text()
c = combine([a, b], 'c')
assert c.text() == 'c:\\n- 8 x x\\n- 1 x y', c.text()
c.add('x', 1)
assert a.text() == 'a:\\n- 3 x x' and b.text() == 'b:\\n- 5 x x\\n- 1 x y', 'combine changes the lists given'
b.remove('x')
assert b.text() == 'b:\\n- 1 x y' and a.text() == 'a:\\n- 3 x x'
assert combine([]).text() == 'all:'
assert ShoppingList('new').text() == 'new:'
""")
