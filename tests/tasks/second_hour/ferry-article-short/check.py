import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'article.txt': '7c9b61a75c7041f8b274',
}

unchanged()
nothing_new()
text = answer(900)
assert 12 <= len(words(text)) and min(len(words(text)), len(text.split())) <= 84, "not the length that was asked for"
assert says(text, "ferry", "ship", "boat"), "the ferry is missing"
assert says(text, "electric", "battery", "batteries", "battery-powered", "Marlin", "electric-powered"), "what is new is missing"
assert has_date(text, 2025, 9, 1), "the start is missing"
assert re.search(r"(?<!\d)4[.,]50?(?!\d)|\bfour euros (?:and )?fifty", plain(text)), "the price is missing"
for token in re.findall(r"\d+", text):
    assert token in {"31", "120", "18", "25", "10", "9", "6", "1", "01", "09", "2025", "4", "5", "50", "0", "12", "2003", "80"}, f"{token} is invented"
