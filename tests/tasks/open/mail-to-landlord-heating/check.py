import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
text = answer(2000)
nothing_new()
no_echo(text, 0.5)
assert 50 <= len(words(text)) <= 260, f"{len(words(text))} words"
assert language(text) == "en", "not English"
assert says(text, "Mr Steinbach", "Mr. Steinbach", "Herr Steinbach"), "the landlord is not addressed"
assert re.search(r"(?i)(dear|hello|hi|good (morning|day|afternoon|evening))", text), "no greeting"
assert re.search(r"(?i)nadia\s+petrov\W*(?:\n.{0,80})*\s*$", text), "not signed"
assert re.search(r"heating|radiator|boiler", plain(text)), "the heating"
assert has_date(text, 2025, 1, 13) or re.search(r"monday,? (?:the )?13", plain(text)), "since when"
assert has_date(text, 2025, 1, 17) or re.search(r"friday,? (?:the )?17", plain(text)), "the deadline"
assert says(text, "Ahornweg 17"), "the address"
assert re.search(r"\b14\s*(?:°|degree|o?c\b)|fourteen degrees", plain(text)), "the temperature"
assert re.search(r"baby|infant|newborn|child", plain(text)), "the baby"
assert "01515550134" in re.sub(r"\D", "", text), "the phone number"
assert re.search(r"\b3(?:[.:]00)? ?p\.?m|15[.:]00|three (?:o'clock|in the afternoon)|3 o'clock", plain(text)), "when they are in"
assert not re.search(r"\[[^\]]{2,40}\]", text), "a placeholder is left"
