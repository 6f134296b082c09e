import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'hours.csv': 'c85c932dd9278c0dd968',
    'invoice.txt': 'a3ad94318c3a0f3a0d06',
}
accepted()
unchanged("invoice.txt")
nothing_new()
text = read("invoice.txt")
hours = re.search(r"(?m)^\s*Hours:(.*)$", text)
amount = re.search(r"(?m)^\s*Amount:(.*)$", text)
assert hours and amount, "the two lines are not there any more"
assert "__" not in text, "a blank is left"
assert has_number(hours[1], 12.75, near=0.001, eu=True), f"hours: {hours[1]}"
assert has_number(amount[1], 408.0, eu=True), f"amount: {amount[1]}"
assert len(hours[1]) < 40 and len(amount[1]) < 40, "more than a number"
assert "euro" in amount[1] or "€" in amount[1] or "EUR" in amount[1], "the currency is gone"
rest = [" ".join(l.split()) for l in text.replace(hours[0], "").replace(amount[0], "").splitlines() if l.strip()]
REST = ['INVOICE 2025-09-03', 'Lena Falk, music teacher', 'Birkenallee 8', 'To: Kita Sonnenblume, Parkstr. 2', 'For my work in September 2025:', 'Rate: 32.00 euros an hour', 'Payable within 14 days. No VAT is charged (small business).']
assert rest == REST, "the rest of the invoice was changed"
