import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'mails/01.txt': '015700cdfce99d300744',
 'mails/02.txt': 'a74dd3e9c0b3bf147829',
 'mails/03.txt': 'fc00978969426d9dc906',
 'mails/04.txt': 'b9b48cbcc8ca5f05b771',
 'mails/05.txt': '4c2da02ca4a426c742a8'}
PEOPLE = [('Hanne Rasmont', '0555 210 334', ['hanne.rasmont@example.org'], (2024, 7, 1)),
 ('Dario Kessow', '0555 441 902', ['dario.kessow@example.org', 'dkessow@example.com'], (2024, 6, 24)),
 ('Paula Emmerich', '', ['p.emmerich@example.org'], (2024, 6, 3)),
 ('Tobin Achterberg', '0555 630 077', ['t.achterberg@example.com'], (2024, 8, 15)),
 ('Wilma Sorokin', '0555/902 415', ['wilma@example.org'], (2024, 7, 8))]

accepted()
unchanged()
rows = table("applicants.csv")
head = [plain(c) for c in rows[0]]
def column(*names):
    hits = [i for i, c in enumerate(head) if any(n in c for n in names)]
    assert hits, f"no column {names[0]} in {rows[0]}"
    return hits[0]
where = {"phone": column("phone"), "email": column("mail"), "start": column("start"), "name": column("name")}
assert len(rows) == len(PEOPLE) + 1, f"{len(rows) - 1} people instead of {len(PEOPLE)}"
left = {plain(p[0]): p for p in PEOPLE}
for row in rows[1:]:
    assert len(row) == len(head) == 4, f"wrong number of cells in {row}"
    name, phone, mail, start = (row[where[k]] for k in ("name", "phone", "email", "start"))
    assert plain(name) in left, f"wrong or double name {name}"
    _, p, mails, day = left.pop(plain(name))
    digits = re.sub(r"\D", "", phone)
    assert digits == re.sub(r"\D", "", p), f"wrong phone {phone!r} for {name}"
    assert p or plain(phone) in ("", "-", "--", "n/a", "none", "no phone"), f"{name} gave no phone number"
    assert mail.strip("<>").casefold() in mails, f"wrong mail {mail} for {name}"
    assert any(m == day[1] and d == day[2] and y in (None, day[0]) for y, m, d in dates(start)), f"wrong start {start} for {name}"
