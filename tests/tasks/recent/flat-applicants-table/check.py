import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'mails/01-brandt.txt': 'a2dcd2a2051ca6a187ac',
    'mails/02-okonkwo.txt': '3e69c42445ce0b7d354f',
    'mails/03-re-flat.txt': '40d1b1e0c80023e37c34',
    'mails/04-flat.txt': 'e7d5f095300f5f1d35e5',
    'mails/05-viewing.txt': 'fb64a624a9a11ac71ef7',
    'mails/06-anfrage.txt': '85a48cf5a0dc051fc074',
    'notes.txt': '3cbf7eb0af1e4c44cce8',
}
accepted()
unchanged()
nothing_new("applicants.csv")
rows = table("applicants.csv")
head = [plain(c).replace(" ", "_").replace("-", "_") for c in rows[0]]
where = {}
for i, c in enumerate(head):
    for key in ("name", "phone", "persons", "move_in"):
        if key in c or key == "move_in" and "move" in c:
            where.setdefault(key, i)
assert len(where) == 4, f"columns {head}"
WANT = [('Sophie Brandt', '01512230441', 2, '2025-09-01'), ('Emeka Okonkwo', '01769901827', 1, '2025-08-15'), ('Lucia Moretti', '01604471209', 4, '2025-08-01'), ('Jakob Steiner', '015756120934', 2, '2025-10-01'), ('Hannelore Vogt', '07121558310', 1, '2025-11-01'), ('Tarek Haddad', '00491627008811', 3, '2025-09-15')]
got = []
for row in rows[1:]:
    assert len(row) == len(head), f"line {row}"
    digits = re.sub(r"\D", "", row[where["phone"]])
    digits = re.sub(r"^(0049|49)", "0", digits)
    if not digits.startswith("0"):
        digits = "0" + digits
    got.append((" ".join(sorted(words(plain(re.sub(r"^(Mrs|Mr|Ms|Frau)\.? ", "", row[where["name"]]))))), digits, row[where["persons"]].strip().split(".")[0], row[where["move_in"]].strip()))
want = [(" ".join(sorted(words(plain(n)))), re.sub(r"^0049", "0", p), str(k), d) for n, p, k, d in WANT]
for line in want:
    assert line in got, f"missing or wrong: {line}"
assert len(got) == len(want), "lines too many"
