import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("stock.py")
nothing_new("test_*.py", "*_test.py")
read("stock.py")
rc, out, err = run("stock.py")
need(rc == 0, "stock.py still crashes: " + err[-200:])
need(out.split("\n") == ["Earl Grey", "Gunpowder", "Sencha", ""], f"prints {out!r}")
cases("""
import os, tempfile
from stock import load, to_order
def of(text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "some.txt")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return load(path)
for text, want in (
    ("A;1\\n\\nB;2\\n", {"A": 1, "B": 2}),
    ("\\n\\nA;1\\n\\n\\n\\nB;22", {"A": 1, "B": 22}),
    ("A;1\\nB;2\\n\\n\\n", {"A": 1, "B": 2}),
    ("A;1\\n   \\nB;2\\n \\n", {"A": 1, "B": 2}),
    ("Earl Grey ; 30\\n", {"Earl Grey": 30}),
    ("\\n", {}),
    ("", {}),
):
    got = of(text)
    assert got == want, f"load of {text!r} is {got!r}"
assert to_order({"x": 5, "b": 4, "a": 0}) == ["a", "b"]
assert to_order({"x": 5, "b": 4}, 6) == ["b", "x"]
""")
