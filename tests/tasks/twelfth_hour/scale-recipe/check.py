import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()


def plain(text):
    return [line.rstrip() for line in text.strip().split("\n") if line.strip()]


for name in sorted(given()):
    want = re.sub(r"\bcalc\b", "scale_amount", original(name))
    got = read(name)
    if name.endswith(".py") and plain(got) != plain(want):
        # an import of several names may have been ordered anew
        got = got.replace("import calc_total, scale_amount", "import scale_amount, calc_total")
    need(plain(got) == plain(want), f"{name} is not what it should be")
rc, out, err = run("menu.py")
need(rc == 0 and "1417.5" in out, err[-200:])
rc, out, err = run("shopping.py")
need(rc == 0 and "cream 200.0" in out, err[-200:])
