import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "bill.py": "3b177d5058fac71b3b0c818dbd069a0884b45fb6d003dea8a06ca1318da5068e",
 "desk.py": "49ca68a25cecf3025788cfa55d4f2f714854895493588969be6b7d310303efd3",
 "monthly.py": "c4b2134ba3e21e18c0d0a6b019f84e3387c6dabcb5d0346ade28f69c4daea345",
 "test_bill.py": "008a4dfbfa92fe566466c6662f0ab1c0e76631535e9e8cd69cbf2071b2e0c487",
 "README.md": "293b5f4172204bc5f8f887adac4d8dd5e3a9716c0cccca719f3c128025608d82"
}

accepted()
for path in ORIG:
    text = content(path)
    text = "\n".join(l.rstrip() for l in text.strip().splitlines())
    if path == "test_bill.py":
        text = text.replace("def test_amount_payable(", "def test_total_due(")
    need(not re.search(r"\btotal_due\b", text), "%s still says total_due" % path)
    need("amount_payable_date" not in text, "%s: total_due_date was renamed too" % path)
    if path == "bill.py":
        need("def amount_payable(" in text and "def total_due_date(" in text, "bill.py lost a function")
    back = "\n".join(l.rstrip() for l in re.sub(r"\bamount_payable\b", "total_due", text).splitlines()) + "\n"
    need(hashlib.sha256(back.encode()).hexdigest() == ORIG[path], "%s has other changes than the name" % path)
rc, out, err = run_py(["-m", "unittest", "test_bill"])
need(rc == 0 and "Ran 3 tests" in err, "the tests fail: %s" % err[-300:])
