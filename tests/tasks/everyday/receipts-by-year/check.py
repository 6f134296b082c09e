import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    '2023-02-14_rent.txt': 'f82d080ff9d236c9288d',
    '2023-11-30_power.txt': '15752a77e5a314c8da78',
    '2024-01-09_insurance.txt': '803fcc92bf40ea240d40',
    '2024-07-22_printer.txt': '43d4149279267ebb34af',
    '2024-12-31_rent.txt': '73f6cac73f02edb4b31a',
    '2025-03-03_domain.txt': '7029bc9d8e2265ad5bd8',
    'notes.txt': 'e2fd198b36dc028933f3',
    'template_letter.txt': '9fd46e3edb5f1d93df7b',
}
accepted()
FILES = {'2023-02-14_rent.txt': 'Rent February\n', '2023-11-30_power.txt': 'Power bill 188.20\n', '2024-01-09_insurance.txt': 'Insurance 2023, paid late\n', '2024-07-22_printer.txt': 'Printer repair\n', '2024-12-31_rent.txt': 'Rent January 2025\n', '2025-03-03_domain.txt': 'Domain renewal\n', 'notes.txt': 'call the tax office in 2024\n', 'template_letter.txt': 'Dear Sir or Madam\n'}
want = {(f"{n[:4]}/{n}" if n[0] == "2" else n): t for n, t in FILES.items()}
got = present()
assert got == set(want), f"missing {sorted(set(want) - got)}, extra {sorted(got - set(want))}"
for path, text in want.items():
    assert open(path, encoding="utf-8").read() == text, f"{path} was changed"
