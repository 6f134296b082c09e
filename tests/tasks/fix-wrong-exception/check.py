import hashlib, json, subprocess, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
assert r["status"] == "accepted", r["status"]
def run(*arguments): return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=60)
assert hashlib.sha256(open("test_shelf.py", "rb").read()).hexdigest() == "58585f3d0c0be7647177a1c4a7da1b052555472bf96412d2c719802fa44c0889", "the test was changed"
p = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_shelf.py")
assert p.returncode == 0, p.stdout + p.stderr
more = """
from shelf import NoSuchBook, find
assert find({"a": "", "b": "B1"}, "a") == "" and find({"a": "", "b": "B1"}, "b") == "B1"
try: find({}, "Tides")
except NoSuchBook as problem: assert "Tides" in str(problem)
else: raise SystemExit("nothing was raised")
"""
p = run("-c", more)
assert p.returncode == 0, p.stderr
