import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'diary.txt': '61a91dc5bbe59f236af3',
    'ideas.txt': '282efbcc2a94b97e077f',
    'prices.csv': 'b7514348ee614a391976',
    'recipes.txt': 'f5fc3e11b6f493f72481',
}

import tempfile
accepted()
unchanged()
nothing_new("lines.py")
code = read("lines.py")

def said(folder, want, never):
    done = subprocess.run([sys.executable, "-B", "lines.py"], cwd=folder, capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, (done.stderr.strip().splitlines() or ["failed"])[-1]
    for name, count in want.items():
        lines = [l for l in done.stdout.splitlines() if name in l]
        assert len(lines) == 1, f"{len(lines)} lines for {name}"
        numbers = [int(n) for n in re.findall(r"\d+", lines[0].replace(name, ""))]
        assert numbers == [count], f"{name} has {count} lines, not {numbers}"
    for name in never:
        assert name not in done.stdout, f"{name} is no text file"

said(".", {"diary.txt": 4, "ideas.txt": 2, "recipes.txt": 8}, ["prices.csv", "lines.py"])
with tempfile.TemporaryDirectory() as top:
    for name, text in (("lines.py", code), ("alpha.txt", "a\n" * 13), ("beta.txt", "b\n\nb\n"), ("gamma.md", "c\n")):
        with open(os.path.join(top, name), "w", encoding="utf-8") as handle:
            handle.write(text)
    said(top, {"alpha.txt": 13, "beta.txt": 3}, ["gamma.md", "diary"])
