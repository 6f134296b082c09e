import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

WANT = {"minka": ("cat", "0555204188"), "rusty": ("dog", "0555771902"), "captain": ("parrot", "01713340926"), "agatha": ("tortoise", "0555630517"), "snowball": ("rabbit", "01609914470")}

accepted()
unchanged()
nothing_new("lost.csv", "notices/lost.csv")
rows = records("lost.csv" if os.path.isfile("lost.csv") else "notices/lost.csv", "name", "animal", "phone")
need(sorted(row["name"].lower() for row in rows) == sorted(WANT), "the names")
for row in rows:
    animal, phone = WANT[row["name"].lower()]
    must_say(row["animal"], animal)
    need(re.sub(r"\D", "", row["phone"]) == phone, f"the phone of {row['name']}")
