import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'quotes/1.txt': 'd0c407dcc46ed6a89948',
 'quotes/2.txt': 'a1d573598a4923a0d8e6',
 'quotes/3.txt': '6c310992169963ac1fce',
 'quotes/4.txt': 'b491d9bd64309f2a9495'}
QUOTES = [("brandlow", 10080, (2025, 9, 30)), ("tessaro", 9650, (2025, 10, 15)),
          ("highfell", 11712, (2025, 10, 31)), ("penruddy", 10450, (2025, 11, 1))]

accepted()
unchanged()
def fits(row, wants):
    """Does each of the wanted cells stand in the row, and nothing else?"""
    left = [i for i in range(len(wants))]
    for cell in row:
        hits = [i for i in left if wants[i](cell)]
        if not hits:
            return False
        left.remove(hits[0])
    return not left

def compare(rows, wanted, ordered=False):
    if rows and not any(re.search(r"\d", c) for c in rows[0]):
        rows = rows[1:]
    left = list(range(len(wanted)))
    order = []
    for row in rows:
        hits = [i for i in left if fits(row, wanted[i])]
        assert hits, f"wrong or extra line {row}"
        left.remove(hits[0])
        order.append(hits[0])
    assert not left, f"{len(left)} lines are missing"
    assert not ordered or order == sorted(order), "the lines are in the wrong order"

def wants(firm, price, day):
    return [lambda c: firm in plain(c) and len(c) < 45,
            lambda c: is_number(re.sub(r"(?i)\b(pounds?|incl\.?|including|vat)\b", "", c).strip(), price),
            lambda c: day in dates(c)]

compare(table("roof.csv"), [wants(*q) for q in QUOTES])
