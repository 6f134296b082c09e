import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
text = answer(1500)
nothing_new()
flat = plain(text).replace("*", "")
size = r"(?:(?:of )?(?:the )?2[.,]5[- ]?(?:l|lit(?:re|er)s?)[- ])?"
count = r"(?<![\d.,])(\d+|one|two|three|four|five|six|seven|eight)(?![.,]\d)"
unit = r"\s*(?:[x×]\s*)?(?:full |whole |such |paint )?" + size + r"(?:paint )?(?:cans?|tins?|buckets?|pots?)\b"
def value(word):
    return int(word) if word.isdigit() else NUMBER_WORDS[word]
cans = [value(c) for c in re.findall(count + unit, flat)]
bare = re.fullmatch(r"(?:answer: ?)?(4|four)\b.{0,20}", flat)
after = re.search(r"(cans|tins)( (needed|required|to buy))?( is| are|:|\s?=)[^.;]{0,60}\b(4|four)(?![\d]|[.,]\d)", flat)
need = r"\b(?:buy|need|get)\b(?: to (?:buy|get))?(?: at least)? "
assert bare or 4 in cans or after or re.search(need + r"(4|four)(?![\d]|[.,]\d| ?l\b)", flat), "not four cans"
for m in re.finditer(need + count + unit, flat):
    assert value(m.group(1)) == 4 or re.search(r"\bif\b", flat[max(0, m.start() - 12):m.start()]), f"{m.group()}?"
if set(cans) - {4}:
    assert re.search(r"not enough|only|too (?:little|few)|insufficient|short|would|round", flat), f"how many of {cans}?"
for got in re.findall(r"(\d+[.,]\d+) ?(?:l\b|lit)", flat):
    assert any(abs(float(got.replace(",", ".")) - want) < 0.06 for want in (2.5, 10, 7.5, 8.755, 4.3775, 1.245)), f"{got} litres"
