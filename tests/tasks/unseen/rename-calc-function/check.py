import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'billing/__init__.py': '272a6e893bd4bff3c4ab',
    'billing/core.py': '9eabe1284ebc23691b16',
    'billing/report.py': 'a7602abf4b4b894e8f5b',
    'main.py': 'df688b29b209495992f2',
    'tests/test_core.py': 'bfed9317d1d18a318385',
    'README.md': '2afe16f8406a61488daa',
}
accepted()
touched = ("billing/__init__.py", "billing/core.py", "billing/report.py", "main.py", "tests/test_core.py", "README.md")
unchanged(*touched)
nothing_new()
for path in touched:
    text = read(path)
    left = [l for l in text.splitlines() if re.search(r"\bcalc\b", l)]
    if path == "billing/report.py":
        left = [l for l in left if not l.strip().startswith("#")]
    assert not left, f"calc is still in {path}: {left[0].strip()}"
    assert "invoice_total" in text, f"invoice_total is not in {path}"
    assert "invoice_total_vat" not in text and "reinvoice_total" not in text, f"too much was renamed in {path}"
assert "LibreOffice Calc" in read("README.md"), "the name of the program was changed"
assert "`calc_vat(net)`" in read("README.md")
cases("""
import billing, billing.core as core, billing.report as report
assert billing.invoice_total([(2, 10.0), (1, 5.0)]) == 29.75
assert billing.calc_vat(100) == 19.0 and core.recalc([(1, 100)], 2) == 238.0
assert not hasattr(core, "calc") and not hasattr(billing, "calc")
assert report.line("Meyer", [(1, 100)]) == "Meyer: 119.00"
assert sorted(billing.__all__) == ["calc_vat", "invoice_total"]
sys.path.insert(0, "tests")
import test_core
test_core.test_vat(), test_core.test_recalc()
[getattr(test_core, n)() for n in dir(test_core) if n.startswith("test_")]
""")
rc, out, err = run_python(args=["main.py"])
assert rc == 0 and out == "29.75\nMeyer: 29.75\n", "main.py does not work any more"
