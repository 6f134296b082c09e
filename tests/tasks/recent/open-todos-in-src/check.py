import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'README.md': '45ce75f7b76de18a9805',
    'docs/ideas.txt': '6419af92fa6932ab6d90',
    'src/app.py': '86205cfefcf2ca5f2ec8',
    'src/store.py': '3c66394a757660ed8231',
    'src/util/dates.py': '54e1f7a91785430b99bc',
    'src/util/money.py': '143189662bf8cff6f9ee',
}
unchanged()
nothing_new()
text = answer(1500)
low = plain(text)
NOTES = [("app.py", 8, "ask for the name of the borrower"), ("store.py", 7, "load the file"), ("store.py", 14, "write to a temporary file first"), ("dates.py", 9, "two-digit years")]
for name, number, note in NOTES:
    assert name in low, f"{name} is missing"
    assert note in low, f"{note} is missing"
    at = low.index(note)
    around = low[max(0, at - 90):at + len(note) + 60]
    assert re.search(rf"(?<![\d.-]){number}(?![\d.])", around), f"line {number} of {name} is missing"
assert "posters" not in low and "qr codes" not in low, "docs is not under src"
assert not re.search(r"todo_list|store\.py\W{1,4}9\b|app\.py\W{1,4}9\b", low), "todo_list is not a TODO"
