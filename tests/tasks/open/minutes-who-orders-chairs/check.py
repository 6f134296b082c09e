import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'minutes-march.md': '3056fbe8db2783281c60'}

text = answer(600)
unchanged()
assert says(text, "Ines", "Ines Carrow"), "it is Ines who orders them"
assert has_number(text, 80) or says(text, "eighty"), "80 chairs are ordered"
assert has_date(text, 2024, 4, 12), "the order has to be out by 12 April"
old = r"instead|not |rather|origin|first|initial|earlier|previous|was |were |had |over from|away|change|better|former|replac|up from|increase"
for name in ("Tomasz", "60 ", "5 April", "April 5"):
    if name in text:
        assert re.search(old, text.casefold()), f"{name.strip()} was taken back later in the minutes"
assert not says(text, "Harold orders", "Bettina orders", "Yusuf orders"), "wrong person"
assert len(words(text)) <= 90, "too long for the question"
