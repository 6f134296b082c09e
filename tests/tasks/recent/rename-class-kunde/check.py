import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'brief.py': '0494902c5ec05cc93feb',
    'garden/__init__.py': 'e3b0c44298fc1c149afb',
    'garden/kunde.py': '453dd40b210810436af1',
    'garden/liste.py': '4bcb1ba0669f7f21bf94',
    'notizen.txt': '92055bcdd676a306f72b',
}
accepted()
unchanged("garden/kunde.py", "garden/liste.py", "brief.py")
nothing_new()
import ast
for path in ("garden/kunde.py", "garden/liste.py", "brief.py"):
    for node in ast.walk(ast.parse(read(path))):
        names = [getattr(node, "id", None), getattr(node, "attr", None), getattr(node, "name", None), getattr(node, "asname", None)]
        assert "Kunde" not in names, f"Kunde is still in {path}"
        assert not (isinstance(node, ast.Constant) and node.value == "Kunde"), f'the annotation "Kunde" is still in {path}'
cases("""
from garden.kunde import Customer, KundeFehlt
from garden.liste import finde, lade
import garden.kunde
assert not hasattr(garden.kunde, "Kunde")
c = Customer.aus_zeile("A;B;2020")
assert type(c) is Customer and c.name == "A" and c.seit == 2020
assert type(lade(["A;B;2020"])[0]) is Customer
assert finde(lade(["A;B;2020"]), "A").ort == "B"
try:
    finde([c], "X")
except KundeFehlt as error:
    assert str(error) == "Kunde X fehlt", f"the text of the error: {error}"
else:
    raise AssertionError("no KundeFehlt")
""")
rc, out, err = run_python(args=["brief.py"])
assert rc == 0, (err.strip().splitlines() or ["brief.py fails"])[-1]
assert out.splitlines() == ["Lieber Kunde Thea Ammer, seit 2019 in Bonn beliefert", "Willkommen als neuer Kunde, Jo Falk!", "Lieber Kunde Test, seit 2000 in Ulm beliefert", "Linz"], out
