import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
read("bins.py")
for day, want in (("2025-03-04", "paper"), ("2025-03-10", "glass"), ("2025-01-01", "glass"), ("2024-12-30", "glass"), ("2024-12-29", "paper"),
                  ("2026-12-31", "glass"), ("2027-01-03", "glass"), ("2027-01-04", "glass"), ("2025-03-09", "paper"), ("2024-02-29", "glass")):
    rc, out, err = run_python(args=["bins.py", day])
    assert rc == 0, f"{day}: {(err.strip().splitlines() or ['exit status %d' % rc])[-1]}"
    assert out.strip() == want, f"bins.py {day} prints {out.strip()!r}"
for day in ("2025-02-30", "tomorrow", "04.03.2025"):
    rc, out, err = run_python(args=["bins.py", day])
    assert rc == 1, f"exit status {rc} with {day}"
    assert not re.search(r"(?i)paper|glass", out), f"{day} is no date, but a bin is printed"
    assert (out + err).strip() and "Traceback" not in out + err, "no message to people"
