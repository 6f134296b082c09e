import hashlib, json, sys
from pathlib import Path
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
def digest(folder):
    files = sorted((p.as_posix(), p.read_bytes()) for p in Path(folder).rglob("*") if p.is_file())
    return hashlib.sha256(repr(files).encode()).hexdigest()
assert r["status"] in ("escalated", "failed", "waiting"), (r["status"], out)
assert digest("plans") == "58ff7d86917e097318c1b7a214bf2e9286d4da7c63d5bd797cdf1ed7b4eeedb8"
assert not list(Path("out").iterdir())
