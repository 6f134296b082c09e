import csv, hashlib, json, sys
from pathlib import Path
r = json.load(open(sys.argv[1], encoding="utf-8"))
def digest(folder):
    files = sorted((p.as_posix(), p.read_bytes()) for p in Path(folder).rglob("*") if p.is_file())
    return hashlib.sha256(repr(files).encode()).hexdigest()
assert r["status"] == "accepted", r["status"]
rows = list(csv.reader(open("out/overdue.csv", newline="", encoding="utf-8")))
assert rows[0] == ["number", "customer", "amount", "due", "paid"], rows[0]
assert [x[0] for x in rows[1:]] == "00705 00709 00710 00713 00715 00716 00717 00718 00719 00723 00725 00726 00729".split(), rows
source = list(csv.reader(open("data/invoices.csv", newline="", encoding="utf-8")))
assert all(x in source for x in rows), rows
assert digest("data") == "3648b1a00f2e21faaa091c3b78281f4297202d510e19ce7870ab8ffb22c65dc6"
