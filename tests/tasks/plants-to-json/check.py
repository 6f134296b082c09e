import hashlib, json, sys
from pathlib import Path
r = json.load(open(sys.argv[1], encoding="utf-8"))
def digest(folder):
    files = sorted((p.as_posix(), p.read_bytes()) for p in Path(folder).rglob("*") if p.is_file())
    return hashlib.sha256(repr(files).encode()).hexdigest()
assert r["status"] == "accepted", r["status"]
made = json.load(open("out/plants.json", encoding="utf-8"))
assert made == {"Fern": 3, "Cactus": 21, "Peace lily": 5, "Rubber fig": 9, "Basil": 1, "Aloe": 14}, made
assert not any(isinstance(v, bool) for v in made.values()), made
assert digest("data") == "8df932ed082a8ba57df50ab8f351e0303170c40dd5b3e62a8e78c496bebd137f"
