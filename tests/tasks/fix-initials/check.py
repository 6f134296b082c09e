import hashlib, json, subprocess, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
assert r["status"] == "accepted", r["status"]
def run(*arguments): return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=60)
assert hashlib.sha256(open("test_names.py", "rb").read()).hexdigest() == "9ad1b0a546c70ee1b4a9a43c0a68ac30876586989f4b20c4604b5b2e59cb5dca", "the test was changed"
p = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_names.py")
assert p.returncode == 0, p.stdout + p.stderr
more = """
from names import initials
assert initials("ivo van der berg") == "IVDB"
assert initials("  tess ") == "T"
assert initials("    ") == ""
"""
p = run("-c", more)
assert p.returncode == 0, p.stderr
