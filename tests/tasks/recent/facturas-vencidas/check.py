import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'facturas.csv': 'd6249c51eec8754d1cca',
    'recordatorio.txt': 'cf84c0007f7a72f2353d',
}
unchanged()
nothing_new()
text = answer(1200)
low = plain(text)
for number in (119, 120, 122, 126):
    assert re.search(rf"(?<!\d){number}(?!\d)", low), f"F-{number} is missing"
for number in (118, 121, 123, 124, 125, 127, 128, 129):
    assert not re.search(rf"f-?{number}(?!\d)", low), f"F-{number} is not overdue"
assert has_number(text, 2318.15, eu=True), "the total is wrong"
if len(words(text)) > 14:
    assert language(text, "es") == "es", "not Spanish"
