import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
found = [reading for values in numbers(OUTPUT) for reading in values]
need(any(174.5 <= value <= 180.5 for value in found), "not about 177")
fan = re.search(r"\bfan\b|convection", OUTPUT, re.I)
for token in re.findall(r"(\d+(?:[.,]\d+)?)\s*(?:°|º|degrees?|deg\.?)?\s*(?:C\b|Celsius)", OUTPUT):
    low = min(readings(token))
    need(174.5 <= low <= 180.5 or (fan and 150 <= low <= 165) or low == 0, f"says {token} Celsius")
need(not re.search(r"(?<![\d.,])(?:662|194|212|130)(?![\d])", OUTPUT), "another number")
need(word_count(OUTPUT) <= 120, "a long answer")
