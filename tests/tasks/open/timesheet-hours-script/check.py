import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'week19.txt': '0515648194f46da5a73b'}
accepted()
unchanged()
read("hours.py")
import tempfile
def run(text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sheet.txt")
        with open(path, "w", encoding="utf-8") as handle:
            handle.write(text)
        rc, out, err = run_python(args=["hours.py", path])
        assert rc == 0, (err.strip().splitlines() or ["hours.py fails"])[-1]
        return [" ".join(l.split()) for l in out.strip().splitlines()]
rc, out, err = run_python(args=["hours.py", "week19.txt"])
assert rc == 0, (err.strip().splitlines() or ["hours.py fails"])[-1]
got = [l.rstrip() for l in out.strip().splitlines()]
assert got == ["Lena 7:45", "Omar 7:45", "Zoe 4:15"], f"for week19.txt it prints {got}"
got = run("Zoe 10:00-10:05\n# nothing\n\nAbel 08:30-09:00\nZoe 00:00-12:00\nMia 06:00-18:00\nMia 19:00-22:10\n")
assert got == ["Abel 0:30", "Mia 15:10", "Zoe 12:05"], f"it prints {got}"
