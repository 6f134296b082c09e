import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'inbox/2025-05-27_nordlicht.txt': '7517c2dd648cc4da7c71',
    'inbox/2025-05-28_cafe_lumen.txt': '57790c55460d15eef455',
    'inbox/2025-05-28_ferri.txt': 'dc748b04137a5f8a11f6',
    'inbox/2025-05-30_halden.txt': 'bf34a638bf98f103928c',
    'inbox/2025-06-02_stadtarchiv.txt': 'bca8a767a8813e95a43c',
    'inbox/2025-06-01_newsletter.txt': '9a1556124d1fa095dcd0',
}
accepted()
unchanged()
nothing_new("jobs.csv")
rows = table("jobs.csv")
head = [plain(c) for c in rows[0]]
assert head == ["client", "from", "to", "words", "deadline"], f"the columns are {head}"
body = rows[1:]
wants = [("nordlicht|voss", "german", "english", 12400, (2025, 6, 30)), ("lumen|joey", "english", "french", 850, (2025, 6, 13)),
         ("ferri", "italian", "german", 2300, (2025, 6, 20)), ("halden", "english", "spanish", 5600, (2025, 7, 1)),
         ("bremen|stadtarchiv", "french", "german", 3150, (2025, 7, 18))]
assert len(body) == len(wants), f"{len(body)} lines"
for who, source, target, count, day in wants:
    hits = [r for r in body if re.search(who, plain(r[0]))]
    assert len(hits) == 1, f"{who}: {len(hits)} lines"
    row = hits[0]
    assert len(row) == 5, f"{who}: {row}"
    assert plain(row[1]) == source and plain(row[2]) == target, f"{who}: the languages are {row[1:3]}"
    cell = re.sub(r"(?i)\s*words?|^(approx\.?|ca\.?|about|~)\s*", "", row[3]).strip()
    assert is_number(cell, count), f"{who}: words {row[3]}"
    assert row[4].startswith("%d-%02d-%02d" % day), f"{who}: deadline {row[4]}"
