import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'fridge_log.csv': 'b0ede210239b96a1c676',
}
text = answer(900)
unchanged()
nothing_new("hot.csv")
rows = table("hot.csv")
same_rows(rows, [('fridge-1', 2), ('fridge-2', 41), ('fridge-3', 2), ('fridge-4', 0)])
assert has_number(text, 12.4, eu=True), "the highest reading"
assert re.search(r"fridge[- ]?(?:no\.? ?|number )?3", text, re.I), "which fridge"
assert has_date(text, 2025, 2, 12), "the day"
assert re.search(r"(?<!\d)0?6[:.]10(?!\d)" + ("" if 6 < 13 else r"|(?<!\d)0?6[:.]10 ?p"), text, re.I), "the time"
