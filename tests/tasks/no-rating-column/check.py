import hashlib, json, sys
from pathlib import Path
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
def digest(folder):
    files = sorted((p.as_posix(), p.read_bytes()) for p in Path(folder).rglob("*") if p.is_file())
    return hashlib.sha256(repr(files).encode()).hexdigest()
assert r["status"] in ("escalated", "failed", "waiting"), (r["status"], out)
assert digest("data") == "c8b44de8ca463a36fb86610d1c980be64efd529fb125ce17be8fdf6e2d6cb6a1"
assert not list(Path("out").iterdir())
