import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'norway.csv': '42eacbe45296a2ac31a3',
    'todo.txt': '32941e02cdd50d6a6509',
}
accepted()
unchanged()
assert "settle.py" in present(), "settle.py is missing"
import tempfile
def shown(path):
    rc, out, err = run_python(args=["settle.py", path])
    assert rc == 0, (err.strip().splitlines() or ["failed"])[-1]
    lines = [line.strip() for line in out.splitlines() if line.strip()]
    return [line.replace("-0.00", "+0.00").replace(": ", " ") for line in lines]
assert shown("norway.csv") == ["Anna -38.30", "Jens +199.00", "Marit +91.30", "Paul -148.00", "Sofie -104.00"], shown("norway.csv")
folder = tempfile.mkdtemp()
path = os.path.join(folder, "lake.csv")
with open(path, "w", encoding="utf-8") as handle:
    handle.write("who,what,amount\nZoe,boat,90\nBert,\"bread, cheese\",10.5\nBert,ice,19.5\nIda,,\n")
assert shown(path) == ["Bert -10.00", "Ida -40.00", "Zoe +50.00"], shown(path)
with open(path, "w", encoding="utf-8") as handle:
    handle.write("who,what,amount\nLu,hut,30\nKim,food,30\n")
assert [line.replace(" 0.00", " +0.00") for line in shown(path)] == ["Kim +0.00", "Lu +0.00"], shown(path)
