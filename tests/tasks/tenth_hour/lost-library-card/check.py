import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
AMOUNT = r"3[.,]50?\b(?![.,]?\d)|(3|three) euros? (and )?(50|fifty)|three and a half euros"
def price(value):
    return r"(?<![\d.,])%s(?![.,]?\d) ?(euros?|eur\b|€)|(€|\beur) ?%s(?![.,]?\d)" % (value, value)
if not re.search(r"\b(you|your|16)\b(?:(?!€|euro|eur\b)[^.;\n]){0,80}(€ ?|eur )?(" + AMOUNT + ")", OUTPUT, re.I):
    first_is(OUTPUT, AMOUNT, price("6(?:[.,]00)?"), price("2(?:[.,]00)?"), price("2[.,]50"), price("7[.,]50"), price("15(?:[.,]00)?"), price("10(?:[.,]00)?"), price("4(?:[.,]00)?"))
