import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 85, 0.001), "the count is missing")
must_say(OUTPUT, r"/checkout/quote\b")
for wrong in (113, 382):
    need(not has_number(OUTPUT, wrong, 0.001, words=False), f"says {wrong}")
others = ['/lamps', '/lamps/desk', '/lamps/floor', '/cart', '/checkout/address', '/account', '/search', '/img/logo.svg', '/api/stock', '/api/price', '/contact']
parts = [part for part in re.split(r"(?<=[.!?])\s+|\n", OUTPUT) if any(other in part for other in others) or "/checkout/quote" in part]
judged = [part for part in parts if re.search(r"\b(most|highest|top|max\w*|worst)\b", part, re.I)]
for part in judged or parts[:1]:
    need("/checkout/quote" in part, "another path has the most")
    for other in others:
        need(other not in part.split("/checkout/quote")[0], f"{other} stands first")
