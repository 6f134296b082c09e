import hashlib, json, sys
from pathlib import Path
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
def digest(folder):
    files = sorted((p.as_posix(), p.read_bytes()) for p in Path(folder).rglob("*") if p.is_file())
    return hashlib.sha256(repr(files).encode()).hexdigest()
assert r["status"] in ("escalated", "failed", "waiting"), (r["status"], out)
assert digest("notes") == "171f2ffc9276093c673b6074a6e5b7a79ad3e3a3406996d3b7c034f89aa015f5"
assert not list(Path("out").iterdir())
