import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'piscine.txt': 'f5b1a7c6e0dfd1dd5db2',
}

unchanged()
nothing_new()
text = answer(1000)
assert language(text, tie="fr") == "fr", "the answer is not in French"
assert re.search(r"17 ?(?:h|:|heures?) ?30|17\.30|dix-sept heures trente|dix-sept heures et demie", plain(text)), "it closes at 17h30"
assert has_number(text, 4.2, eu=True), "an adult pays 4,20"
