import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
read("split_bill.py")
for amount, people in (("100", 3), ("10", 4), ("0.05", 3), ("99.99", 1), ("20.01", 2), ("19.99", 7), ("0.29", 1), ("1.15", 2), ("1234.56", 5), ("0.02", 3), ("4.35", 1), ("100.00", 3)):
    rc, out, err = run_python(args=["split_bill.py", amount, str(people)])
    assert rc == 0, f"{amount} {people}: {(err.strip().splitlines() or ['exit status %d' % rc])[-1]}"
    euros, _, cents = amount.partition(".")
    total = int(euros) * 100 + int((cents + "00")[:2])
    want = [f"{c // 100}.{c % 100:02d}" for c in (total // people + (i < total % people) for i in range(people))]
    assert out.split() == want and len(out.strip().splitlines()) == people, f"split_bill.py {amount} {people} prints {out.split()}"
for people in ("0", "-2"):
    rc, out, err = run_python(args=["split_bill.py", "50", people])
    assert rc == 1, f"exit status {rc} with {people} people"
    assert err.strip() and "Traceback" not in err, "no error message on stderr"
    assert not re.search(r"\d\.\d\d", out), "amounts are printed"
