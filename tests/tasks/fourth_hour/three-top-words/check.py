import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import tempfile

accepted()
unchanged()
nothing_new("topwords.py", "test*.py")
read("topwords.py")


def check(path, *want):
    rc, out, err = run("topwords.py", path)
    need(rc == 0, err.strip()[-300:])
    lines = [line for line in out.lower().split("\n") if any(re.search(rf"\b{word}\b", line) for word, _ in want)]
    need(lines, "prints none of the words")
    at = 0
    low = out.lower()
    for word, count in want:
        found = re.search(rf"\b{word}\b(?=[^a-z]*\b{count}\b)|\b{count}\b(?:[ \tx:.\-]|times)*[\"'(]*{word}\b", low[at:])
        need(found, f"{word} is not said to come {count} times, or not in its place: {out[:200]}")
        at += found.end()


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "song.txt")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("Row, row the boat! ROW; boat (boat) - row. Lake? lake. Boat... row\nshore\n")
    check(path, ("row", 5), ("boat", 4), ("lake", 2))
    rc, out, err = run("topwords.py", path)
    must_not_say(out, r"\bshore\b", r"\bthe\b +\W*1")
rc, out, err = run("topwords.py", "speech.txt")
need(rc == 0, err.strip()[-300:])
counts = {}
for word in re.findall(r"[a-z]+", original("speech.txt").lower()):
    counts[word] = counts.get(word, 0) + 1
best = sorted(counts.items(), key=lambda pair: -pair[1])
need(best[2][1] > best[3][1] and best[0][1] > best[1][1] > best[2][1], "ties in the file")
check("speech.txt", *best[:3])
