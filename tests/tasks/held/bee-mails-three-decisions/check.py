import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "thread.txt": "cca7c130dc602cfaf7b31bb85f443f829bd9615ddb631055fbe366e9bf05ea2c"
}

accepted()
intact()
text = content("decisions.md")
no_program(text)
bullets = [low(b) for b in re.findall(r"(?m)^[ ]{0,1}(?:[-*+\u2022]|\d+[.)])\s+(.+(?:\n[ \t]+\S.*)*)", text)]
need(len(bullets) == 3, "has %d bullet points, not three" % len(bullets))
need(count_words(text) <= 160, "too long for three points")
price = [b for b in bullets if has_num(b, 7.5)]
shop = [b for b in bullets if has_date(b, 2025, 6, 21)]
ext = [b for b in bullets if "extractor" in b]
need(len(price) == 1, "the price of 7.50 is missing")
need(len(shop) == 1, "the workshop on 21 June is missing")
need(len(ext) == 1 and len({price[0], shop[0], ext[0]}) == 3, "the extractor is missing")
need(re.search(r"\b(10|ten)\b", shop[0]) or "odile" in shop[0] or "barn" in shop[0], "neither time nor place of the workshop")
need(re.search(r"renko|340|buy|bought|purchase|acquir|\bgets?\b|\btakes?\b", ext[0]), "says nothing about the extractor")
need(not re.search(r"\bnot (to )?(buy|bought)|postpone", ext[0]), "the extractor is bought")
need(not re.search(r"\b(8|9|11|12|eight|nine|eleven|noon)( o'clock|[:.]00| ?a\.?m\b)|\bat (eight|nine|eleven|noon)\b|jasper's|renko's|sunna's", shop[0]), "another time or place of the workshop")
need(not re.search(r"(jasper|odile|sunna)[^.;]{0,25}\b(pay|advanc|lay|lend|buy)", ext[0]), "Renko lays out the money")
for amount in re.findall(r"(?:€ ?)(\d[\d.,]*\d)|(\d[\d.,]*\d)(?= ?(?:eur|€))", ext[0]):
    need({340.0, 120.0} & readings("".join(amount)), "another price of the extractor")
for trap in (8.0, 7.0, 6.5):
    need(not has_num(price[0], trap) or re.search(r"last year|from 6[.,]50|instead|not", price[0]), "another price: %s" % trap)
need(not has_date(shop[0], 2025, 6, 18) or re.search(r"not|instead|moved|from|off|rather|cancel", shop[0]), "Wednesday is off")
need(not any("candle" in b for b in bullets), "candles were not settled")
