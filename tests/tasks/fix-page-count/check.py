import hashlib, json, subprocess, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
assert r["status"] == "accepted", r["status"]
def run(*arguments): return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=60)
assert hashlib.sha256(open("test_pages.py", "rb").read()).hexdigest() == "e58e34c96825d7f981a32a3d574565cf844280bb46dce17bacfb1431d9eae6f3", "the test was changed"
p = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_pages.py")
assert p.returncode == 0, p.stdout + p.stderr
more = """
from pages import page_count
assert [page_count(n, 4) for n in (1, 3, 4, 5, 20, 21)] == [1, 1, 1, 2, 5, 6]
assert page_count(7, 1) == 7
"""
p = run("-c", more)
assert p.returncode == 0, p.stderr
