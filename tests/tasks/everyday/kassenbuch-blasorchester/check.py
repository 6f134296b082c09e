import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'kassenbuch.csv': '210b37d5619abea63de2',
}
text = answer(900)
unchanged()
nothing_new()
assert has_number(text, 3391.23, eu=True), "der Kassenstand"
assert has_number(text, 427.48, eu=True), "die Getränke"
assert language(text, tie="de") == "de", "nicht deutsch"
flat = plain(text)
a, b = flat.find("kassenstand"), flat.find("getrank")
if a >= 0 and b > a and flat.count("kassenstand") == 1 and flat.count("getrank") == 1:
    assert not has_number(flat[b:], 3391.23, eu=True) or has_number(flat[:b], 427.48, eu=True) or has_number(flat[b:], 427.48, eu=True), "vertauscht"
    assert not (has_number(flat[a:b], 427.48, eu=True) and has_number(flat[b:], 3391.23, eu=True) and not has_number(flat[:a], 3391.23, eu=True)), "vertauscht"
