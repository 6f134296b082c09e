import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'plants.csv': '4f7820e1c3bbd060aa17',
}
import tempfile
accepted()
unchanged()
nothing_new("due.py", "test_due.py")
read("due.py")
def due(path, day):
    rc, out, err = run_python(args=["due.py", path, day])
    assert rc == 0, (err.strip().splitlines() or ["failed"])[-1]
    return [l.strip() for l in out.strip().splitlines() if l.strip()]
def expect(path, day, want):
    got = due(path, day)
    assert got == want, f"{day}: {got}, not {want}"
expect("plants.csv", "2025-04-12", ["monstera", "lemon", "aloe"])
expect("plants.csv", "2025-04-11", ["monstera", "lemon"])
expect("plants.csv", "2025-04-14", ["monstera", "spider plant", "fern", "lemon", "aloe"])
expect("plants.csv", "2025-05-01", ["monstera", "spider plant", "cactus", "fern", "lemon", "aloe"])
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "other.csv")
    with open(path, "w", encoding="utf-8") as handle:
        handle.write('name,last,every\n"palm, big",2024-02-27,3\nivy,2024-02-28,3\nbasil,,\n')
    expect(path, "2024-03-01", ["palm, big"])
    expect(path, "2024-03-02", ["palm, big", "ivy"])
    expect(path, "2024-02-28", [])
