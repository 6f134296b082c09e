import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'sensors.log': '13a3dad80bca53d673a9',
}
text = answer(800)
unchanged()
nothing_new()
assert has_number(text, 36.8, eu=True), "the temperature"
assert has_date(text, 2025, 7, 10), "the day"
assert re.search(r"(?<!\d)0?12[:.h]27(?!\d)", text), "the time"
rest = re.sub(r"\d{4}-\d\d-\d\d|\d\d?[:.]\d\d|36[.,]8", " ", text)
assert has_number(rest, 32), "the errors"
assert not has_number(rest, 91), "the errors of all sensors"
assert not has_number(text, 38.1), "that is the garage"
