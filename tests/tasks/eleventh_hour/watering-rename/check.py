import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
for name in sorted(given()):
    wanted = re.sub(r"\bcalc\b", "litres_needed", original(name))
    strip = lambda text: [line.rstrip() for line in text.strip().split("\n")]
    if name == "plan.py":
        text = read(name).replace("from garden import calc_days, litres_needed", "from garden import litres_needed, calc_days")
        need(strip(text) == strip(wanted), f"{name} is not as wanted")
    else:
        need(strip(read(name)) == strip(wanted), f"{name} is not as wanted")
for script in ("plan.py", "report.py"):
    rc, out, err = run(script)
    need(rc == 0, err.strip()[-200:])
