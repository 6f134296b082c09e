import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'hours.csv': '8a2065ffc1e53fde7a90',
    'invoice.txt': '7d7b1a746bc16ed921d3',
}
accepted()
unchanged("invoice.txt")
nothing_new()
got = read("invoice.txt").rstrip().splitlines()
want = ['INVOICE 2025-07', '', 'To: Baumann Furniture, Dock Road 12', 'Services in March 2025 at 60.00 EUR per hour', '', 'Hours:      ???', 'Net:        ??? EUR', 'VAT 20 %:   ??? EUR', 'Total:      ??? EUR', '', 'Payable within 30 days. Thank you!']
assert len(got) == len(want), "lines were added or lost"
values = iter((9, 540, 108, 648))
for mine, line in zip(got, want):
    if "???" not in line:
        assert mine.rstrip() == line.rstrip(), f"changed: {mine}"
        continue
    label = line.split(":")[0] + ":"
    assert mine.startswith(label), f"changed: {mine}"
    value = next(values)
    rest = mine[len(label):].strip()
    if "EUR" in line:
        assert re.fullmatch(r"[\d.]+ EUR", rest), f"changed: {mine}"
        assert re.search(r"\.\d\d ", rest), f"two decimals: {mine}"
    assert re.fullmatch(r"\d+(\.\d+)?( EUR| h| hours)?", rest) and abs(float(rest.split()[0]) - value) < 0.001, f"wrong: {mine}"
