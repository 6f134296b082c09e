import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("lists.py")
nothing_new("test_*.py", "*_test.py")
read("lists.py")
rc, out, err = run("main.py")
need(rc == 0, "main.py crashes: " + err[-200:])
need(out.strip() == "Home:\n- 2 x milk\n- 1 x bread\n\nParty:\n- 5 x crisps\n- 6 x lemonade", f"main.py prints {out!r}")
cases("""
from lists import ShoppingList
a, b = ShoppingList("A"), ShoppingList("B")
a.add("salt")
c = ShoppingList("C")
assert a.text() == "A:\\n- 1 x salt", a.text()
assert b.text() == "B:" and c.text() == "C:", (b.text(), c.text())
b.add("rice", 3)
b.add("peas")
assert b.text() == "B:\\n- 3 x rice\\n- 1 x peas", b.text()
assert a.text() == "A:\\n- 1 x salt" and c.text() == "C:"
d = ShoppingList("D", [("eggs", 10)])
d.add("flour", 2)
assert d.text() == "D:\\n- 10 x eggs\\n- 2 x flour", d.text()
e = ShoppingList("E", items=[("tea", 1)])
assert e.text() == "E:\\n- 1 x tea", e.text()
f = ShoppingList("A")
assert f.text() == "A:" and a.text() == "A:\\n- 1 x salt"
""")
