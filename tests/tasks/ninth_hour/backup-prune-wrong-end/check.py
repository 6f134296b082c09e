import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("prune.py")
nothing_new()
rc, out, err = run("prune.py", "names.txt", "3")
need(rc == 0, err.strip()[-200:])
need(sorted(out.split()) == ["nas-2025-09-28.tar.gz", "nas-2025-10-05.tar.gz", "nas-2025-10-12.tar.gz"], out)
rc, out, err = run("prune.py", "names.txt", "5")
need(rc == 0 and out.split() == ["nas-2025-09-28.tar.gz"], f"5: {out}")
rc, out, err = run("prune.py", "names.txt", "9")
need(rc == 0 and not out.split(), f"9: {out}")
rc, out, err = run("prune.py", "names.txt", "0")
need(rc != 0, "0 is let through")
cases("""
from prune import to_delete, is_backup
names = ["x", "nas-2025-02-01.tar.gz", "nas-2024-12-31.tar.gz", "nas-2025-01-15.tar.gz", "nas-2025-03-01.zip"]
before = list(names)
assert sorted(to_delete(names, 2)) == ["nas-2024-12-31.tar.gz"], to_delete(names, 2)
assert sorted(to_delete(names, 1)) == ["nas-2024-12-31.tar.gz", "nas-2025-01-15.tar.gz"]
assert list(to_delete(names, 3)) == []
assert names == before
assert is_backup("nas-2025-01-01.tar.gz") and not is_backup("pc-2025-01-01.tar.gz")
""")
