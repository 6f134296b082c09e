import csv, hashlib, json, sys
from pathlib import Path
r = json.load(open(sys.argv[1], encoding="utf-8"))
def digest(folder):
    files = sorted((p.as_posix(), p.read_bytes()) for p in Path(folder).rglob("*") if p.is_file())
    return hashlib.sha256(repr(files).encode()).hexdigest()
assert r["status"] == "accepted", r["status"]
rows = list(csv.reader(open("out/books.csv", newline="", encoding="utf-8")))
assert rows == [
    ["title", "author", "year"],
    ["Salt, Smoke and Bread", "Mirela", "1998"],
    ["The \"Quiet\" Engine", "Otto", "2007"],
    ["Maps for Moths", "Yara", "2015"],
    ["Nine Bridges", "Otto", "1987"],
    ["Rivers, Roads, Rails", "Benno", "2021"],
], rows
assert digest("data") == "ecf898dccfd7da3a072d157c3fd3749aec7c0fe88ddba9be4e6914db76065434"
