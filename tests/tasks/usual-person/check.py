import hashlib, json, sys
from pathlib import Path
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
def digest(folder):
    files = sorted((p.as_posix(), p.read_bytes()) for p in Path(folder).rglob("*") if p.is_file())
    return hashlib.sha256(repr(files).encode()).hexdigest()
assert r["status"] in ("escalated", "failed", "waiting"), (r["status"], out)
assert digest("letters") == "709c87f4b09dd54153359d6fb4641ba654fbd47b0709f47ea2f633ed89c9c965"
assert digest("data") == "66ed139d28eba8f55b4ab668fb3066d82de1b07383896271641148dc0a718d47"
assert not list(Path("out").iterdir())
