import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("bestellungen.csv")
found = records("bestellungen.csv", "kunde", "artikel", "menge", "abholung")
need(len(found) == 5, f"{len(found)} rows")
MONTHS = r"(0?5\b|mai|may)"
for who, what, amount, words, day in (
    (r"morgenrot|fricke", r"laugenbr(ö|oe)tchen", 60, "sechzig", 8),
    (r"sonnenhang|pahl", r"rosinenz(ö|oe|o)pf", 12, "zwölf", 16),
    (r"hotel zur post", r"baguette", 15, "fünfzehn", 9),
    (r"ionescu", r"bre(z|t)el", 45, "fünfundvierzig", 21),
    (r"albers", r"k(ä|ae)sestange", 24, "vierundzwanzig", 13),
):
    rows = [row for row in found if re.search(who, row["kunde"], re.I)]
    need(len(rows) == 1, f"{len(rows)} rows of {who}")
    row = rows[0]
    need(re.search(what, row["artikel"], re.I), f"the article of {who}")
    need(not re.search(r"\d", row["artikel"]), f"the article of {who} has a number")
    need(is_number(row["menge"], amount) or row["menge"].lower() == words, f"the amount of {who}")
    date = row["abholung"]
    need(re.search(rf"(?<!\d)0?{day}\.? ?({MONTHS}|/0?5|-0?5)|2026-05-{day:02d}|2026/05/{day:02d}|\bmay 0?{day}\b", date, re.I), f"the day of {who}")
    years = re.findall(r"\b20\d\d\b", date)
    need(years in ([], ["2026"]), f"the year of {who}")
