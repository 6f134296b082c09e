import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'drinking_chart.csv': 'd843ebc89339ba2110e3',
    'duty.txt': '54611ed2859c3f3601df',
}
unchanged()
nothing_new()
text = answer(900)
for name, total in (("Iyer", 1180), ("Duarte", 1450)):
    assert says(text, name), f"{name} is not named"
    assert has_number(text, total) or has_number(text, total / 1000, near=0.0001), f"the total of {name} is wrong"
for part in re.split(r"\n|;|(?<=[a-z)])\. ", text):
    if says(part, "Hollis", "Quaye", "Brandt") and not says(part, "Iyer", "Duarte"):
        assert re.search(r"\b(reached|above|over|more than|at least|enough|met|fine|ok|exceeded|all the others|did get)\b", part.casefold()), "someone is named who drank enough"
    elif says(part, "Hollis", "Quaye", "Brandt"):
        assert re.search(r"\b(reached|above|over|enough|met|fine|exceeded)\b", part.casefold()), "someone is named who drank enough"
