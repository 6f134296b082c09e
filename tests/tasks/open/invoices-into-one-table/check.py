import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'invoices/2024_a.txt': '7b2f9595d0252b2f3da3',
 'invoices/garden_fence.txt': '49f117c31819a2a95b15',
 'invoices/heating.txt': '06a16d621c9317f83549',
 'invoices/printer.txt': '90a9cd25bfc810432ce6',
 'invoices/window.txt': 'd64d3860f86bb04243b9'}
BILLS = [('Kettlewick Paper Goods', 'KP-20417', (2024, 2, 7), 71.4),
 ('Orla Brandt', '311/24', (2024, 3, 19), 351.2),
 ('Northmoor Heating Service', 'N-5583-B', (2024, 1, 30), 250.08),
 ('Bluefin Office Machines', '9001764', (2024, 4, 2), 220.68),
 ('Clearview Window Cleaning', '2024-017', (2024, 4, 3), 152.5)]

accepted()
unchanged()
rows = table("invoices.csv")
assert len(rows) == len(BILLS) + 1, f"{len(rows)} lines, a header and {len(BILLS)} bills are wanted"
head = [plain(c) for c in rows[0]]
assert head and set(head) == {"supplier", "number", "date", "total"}, f"columns are {rows[0]}"
seen = set()
for row in rows[1:]:
    assert len(row) == 4, f"wrong number of cells in {row}"
    cell = dict(zip(head, row))
    hits = [b for b in BILLS if re.sub(r"(?i)^(no\.?|invoice|document)\s*", "", cell["number"]).strip() == b[1]]
    assert hits, f"wrong invoice number {cell['number']}"
    name, number, day, total = hits[0]
    assert number not in seen, f"{number} twice"
    seen.add(number)
    assert plain(name) in plain(cell["supplier"]), f"wrong supplier {cell['supplier']}"
    assert cell["date"] == "%d-%02d-%02d" % day, f"wrong date {cell['date']} for {number}"
    assert is_number(cell["total"], total), f"wrong total {cell['total']} for {number}"
