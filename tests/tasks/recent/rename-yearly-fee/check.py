import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'fees.py': '75ef895afddb6698ec18',
    'letters.py': 'bb21c09b3f740c716284',
    'members.csv': 'e4d356e02540d0089888',
    'store.py': '52125b27668e248facc9',
    'tests/test_fees.py': '81017dc6d616e557567b',
}
accepted()
unchanged("fees.py", "letters.py", "tests/test_fees.py")
nothing_new()
import ast
for path in ("fees.py", "letters.py", "tests/test_fees.py"):
    for node in ast.walk(ast.parse(read(path))):
        names = [getattr(node, "id", None), getattr(node, "attr", None), getattr(node, "name", None), getattr(node, "asname", None)]
        assert "fee" not in names, f"fee is still in {path}"
cases("""
import fees
assert fees.yearly_fee({"born": 2012}, 2025) == 90 and fees.yearly_fee({"born": 1980}, 2025) == 180
assert fees.late_fee(20) == 8 and fees.late_fee(3) == 0 and fees.YEARLY == 180
assert fees.total([{"born": 2012}, {"born": 1980}], 2025) == 270
assert not hasattr(fees, "fee")
sys.path.insert(0, "tests")
import test_fees
test_fees.test_child(); test_fees.test_late(); test_fees.test_adult()
""")
rc, out, err = run_python(args=["letters.py"])
assert rc == 0, "letters.py fails"
assert out == "Dear Ben, your fee for 2025 is 98.00 euros.\nDear Cleo, your fee for 2025 is 188.00 euros.\n", "the letters have changed"
