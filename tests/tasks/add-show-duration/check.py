import hashlib, json, subprocess, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
assert r["status"] == "accepted", r["status"]
def run(*arguments): return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=60)
assert hashlib.sha256(open("test_durations.py", "rb").read()).hexdigest() == "09619c2668b6a60759366751593ad7cdbdb8e036172f94549fc28ecb0aab260f", "the test was changed"
p = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_durations.py")
assert p.returncode == 0, p.stdout + p.stderr
more = """
from durations import parse, show
assert [show(n) for n in (0, 59, 60, 600, 3599, 3600, 36610)] == ["0:00", "0:59", "1:00", "10:00", "59:59", "1:00:00", "10:10:10"]
assert parse("1:02:05") == 3725
"""
p = run("-c", more)
assert p.returncode == 0, p.stderr
