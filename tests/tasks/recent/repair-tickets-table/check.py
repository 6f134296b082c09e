import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'parts.txt': '826015b27e73cf1a0e27',
    'tickets/R-2207.txt': '15be7361c77dedc00893',
    'tickets/R-2209.txt': '376fa6e525865a2d7bd8',
    'tickets/R-2210.txt': '953cf8b8d34864da2e41',
    'tickets/R-2212.txt': '7f0c813494fb8cb2d8e3',
    'tickets/R-2213.txt': 'b79256b27347bd6840e8',
    'tickets/R-2215.txt': 'c3d5556bdbab5e2c174c',
}
accepted()
unchanged()
nothing_new("repairs.csv")
rows = table("repairs.csv")
head = [plain(c) for c in rows[0]]
where = {}
for key in ("ticket", "customer", "device", "serial", "price"):
    found = [i for i, c in enumerate(head) if key in c]
    assert found, f"no column {key}"
    where[key] = found[0]
body = {}
for row in rows[1:]:
    assert len(row) == len(head), f"line {row}"
    assert row[where["ticket"]] not in body, "a ticket twice"
    body[row[where["ticket"]]] = row
WANT = [('R-2207', 'Anke Wiesner', 'Miele G 5000', '42/118 903', 85.0), ('R-2209', 'Kemal Demir', 'Jura E6', 'JU60-77421', 120.0), ('R-2210', 'Ilse Thoma', 'Pfaff 260', '', 49.5), ('R-2212', 'Café Lindenhof', 'Bosch MUM5', 'FD 9904-00317', 74.9), ('R-2213', 'Carla Ruiz', 'Dyson V8', 'NN2-EU-KHA5512A', 64.0), ('R-2215', 'Anke Wiesner', 'Braun 3045', '', 0.0)]
assert set(body) == {w[0] for w in WANT}, f"tickets {sorted(body)}"
for ticket, customer, device, serial, price in WANT:
    row = {k: body[ticket][i] for k, i in where.items()}
    assert all(says(row["customer"], w) for w in customer.split()[-1:]), f"{ticket}: customer {row['customer']}"
    assert says(row["device"], device), f"{ticket}: device {row['device']}"
    got = re.sub(r"\s", "", row["serial"])
    assert got == re.sub(r"\s", "", serial) or not serial and got == "-", f"{ticket}: serial {row['serial']}"
    assert is_number(row["price"], price, eu=True), f"{ticket}: price {row['price']}"
