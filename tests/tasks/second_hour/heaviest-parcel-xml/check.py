import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'parcels.xml': '81af355f08c569dab9d9',
}

unchanged()
nothing_new()
text = answer(1200)
assert re.search(r"(?<!\d)107(?!\d)", text), "the heaviest parcel is P-107"
assert says(text, "Duarte"), "it goes to Ines Duarte"
numbers = re.findall(r"(?<!\d)10[1-8](?!\d)", text)
assert "107" in (numbers[0], numbers[-1]), "another parcel is said to be the heaviest"
names = re.findall(r"Blum|Winter|Menon|Voss|Baptiste|Sato|Duarte|Zielak", text)
assert "Duarte" in (names[0], names[-1]), "it goes to somebody else"
assert len(set(names)) in (1, 8), "somebody else is named too"
