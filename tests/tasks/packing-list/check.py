import hashlib, json, sys
from pathlib import Path
r = json.load(open(sys.argv[1], encoding="utf-8"))
def digest(folder):
    files = sorted((p.as_posix(), p.read_bytes()) for p in Path(folder).rglob("*") if p.is_file())
    return hashlib.sha256(repr(files).encode()).hexdigest()
assert r["status"] == "accepted", r["status"]
lines = [x.rstrip() for x in open("out/packing.md", encoding="utf-8") if x.strip()]
items = ["bandage", "charger", "knife", "map", "raincoat", "socks", "torch", "water bottle"]
assert lines == ["# Packing"] + ["- [ ] " + x for x in items], lines
assert digest("data") == "f89ca9e457f33599af4a10e98636b8db4277ca53e4bfe73d5411f070bea71a15"
