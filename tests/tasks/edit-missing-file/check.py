import hashlib, json, sys
from pathlib import Path
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
def digest(folder):
    files = sorted((p.as_posix(), p.read_bytes()) for p in Path(folder).rglob("*") if p.is_file())
    return hashlib.sha256(repr(files).encode()).hexdigest()
assert r["status"] in ("escalated", "failed", "waiting"), (r["status"], out)
assert digest("config") == "fe3de22d54291ecab07900c91c1d2248c1fce6cbc95ac3f4a02afab554d3d08b"
assert not list(Path("out").iterdir())
