import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
MONTH = r"\b(?:enero|febrero|marzo|abril|mayo|junio)\b"
march = r"(?:\bmarzo\b|(?<!\d)0?3/2025|2025-03)"
between = r"(?:(?!" + MONTH + r")[\s\S]){0,100}?"
need(re.search(march + between + r"(?<![\d.,])521[.,]15(?!\d)|(?<![\d.,])521[.,]15(?!\d)" + between + march, OUTPUT, re.I), "not March with 521,15")
if re.search(r"(?<![\d.,])(474[.,]20?|404[.,]40?|453[.,]40?)(?!\d)", OUTPUT):
    must_say(OUTPUT, r"\bm[aá]s\b|mayor|m[aá]xim|superior|encima|alto")
must_not_say(OUTPUT, r"m[aá]s (dinero )?(gast\w+ )?(en (el )?supermercado )?(fue |es )?(en )?(el mes de )?(enero|febrero|abril|mayo|junio)")
