import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'house_rules.txt': 'd8d873a1b541cc49b89f',
}
accepted()
unchanged()
nothing_new("notice.txt")
text = read("notice.txt")
low = plain(text)
no_program(text)
assert 25 <= len(words(text)) <= 115, f"{len(words(text))} words"
assert has_date(text, 2025, 12, 9), "the date is missing"
assert re.search(r"(?<![\d:.])0?8([:.]00)?(?![\d])", low) and re.search(r"(?<![\d:.])(13([:.]00)?|1([:.]00)? ?(pm|p\.m))(?!\d)", low), "the hours are missing"
assert says(text, "left"), "the left stairwell is missing"
assert re.search(r"riser|pipe", low), "the reason is missing"
assert re.search(r"bucket|jug|container|fill", low), "the bucket is missing"
assert re.search(r"\btaps?\b|faucet", low), "the taps are missing"
assert says(text, "Becker"), "the name is missing"
assert "015123456789" in re.sub(r"\D", "", text), "the phone number is missing"
assert not re.search(r"\[[^\]]*\]|<[a-z ]+>|_{3,}|\bxx+\b", low), "a gap is left"
assert "not affected" in low or not re.search(r"right stairwell|all flats|whole (house|building)|entire (house|building)", low), "too many flats"
