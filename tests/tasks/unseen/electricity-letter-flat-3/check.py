import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'meters.csv': '725608f2f5ae7dc952ab',
    'letter_petrenko.txt': '50ec77e73600a4a1588c',
    'tariff.txt': 'd51bce0a94fad937656d',
}
accepted()
unchanged("letter_petrenko.txt")
nothing_new()
text = read("letter_petrenko.txt")
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "files", "letter_petrenko.txt"), encoding="utf-8") as handle:
    before = handle.read()
pattern = r"\s+".join(re.escape(w) for w in before.split()).replace(re.escape("[KWH]"), r"(\S+)").replace(re.escape("[AMOUNT]"), r"(\S+)")
found = re.fullmatch(r"\s*" + pattern + r"\s*", text)
assert found, "the letter is not the same any more, or the gaps are not filled"
assert len(text.strip().splitlines()) == len(before.strip().splitlines()), "the layout was changed"
assert is_number(found[1], 1665, eu=True), f"consumption {found[1]}"
assert is_number(found[2], 618.15), f"amount {found[2]}"
