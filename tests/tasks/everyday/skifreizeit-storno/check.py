import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'bedingungen.txt': '88513159d01e8091d084',
}
text = answer(1200)
unchanged()
nothing_new()
assert has_number(text, 126, eu=True), "the fee"
rest = re.sub(r"(?<!\d)24\.\s*(?:Februar|Tag|Dezember|März)", " ", text)
assert has_number(rest, 24, eu=True, in_words=False), "what comes back"
assert language(text, tie="de") == "de", "not German"
