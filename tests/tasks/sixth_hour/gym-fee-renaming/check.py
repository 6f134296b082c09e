import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
touched = ("fees.py", "main.py", "report.py")
unchanged(*touched)
nothing_new()
for name in touched:
    want = re.sub(r"\bcalc_fee\b", "membership_fee", original(name))
    need(read(name).rstrip() == want.rstrip(), f"{name} is not as it should be")
rc, out, err = run("main.py")
need(rc == 0 and out.split() == ["Lotte", "9", "Hasan", "18", "guest", "15"], "main.py does not run")
