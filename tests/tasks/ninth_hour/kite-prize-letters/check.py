import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
rows = records("winners.csv", "last", "first", "class", "kite", "place")
nothing_new(*(f"letters/{row['last']}.txt" for row in rows))
for row in rows:
    text = original("letter.txt")
    for key, value in row.items():
        text = text.replace("{" + key + "}", value)
    got = read(f"letters/{row['last']}.txt")
    need([line.rstrip() for line in got.strip().split("\n")] == [line.rstrip() for line in text.strip().split("\n")], f"the letter to {row['last']}")
