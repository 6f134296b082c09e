import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'backup.ini': 'c9756a8970014cf2e588',
    'backup.ini.2023': 'adf83375852825a0a854',
}
accepted()
unchanged("backup.ini")
nothing_new()
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "files", "backup.ini"), encoding="utf-8") as handle:
    before = handle.read().splitlines()
after = [l.rstrip() for l in read("backup.ini").splitlines()]
assert len(after) == len(before), "lines came or went"
section = ""
for old, new in zip(before, after):
    if old.startswith("["):
        section = old
    if section == "[xrays]" and old.startswith(("keep", "encrypt")):
        key, value = [p.strip() for p in new.split("=", 1)]
        want = {"keep": "90", "encrypt": "yes"}[old.split()[0]]
        assert key == old.split()[0] and re.split(r"\s*;", value)[0].strip() == want, f"{new}"
        assert (";" in old) == (";" in new) and (";" not in old or "days" in new), f"the comment is gone: {new}"
    else:
        assert new == old.rstrip(), f"another line was changed: {new}"
