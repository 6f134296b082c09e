import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'loans.csv': '9f7fb51d74a4876a9aa6'}
text = answer()
unchanged()
nothing_new()
assert has_number(re.sub(r"\d{4}-\d\d-\d\d", "", text), 7), "the number of overdue books"
for value in (13, 20, 10, 8, 6):
    assert value == 7 or not re.search(rf"(?<![\w.,\-/]){value}(?:\s+books)?\s+(?:are |were )?overdue", plain(text)), "another number"
assert says(text, "Ida Strand", "Ida"), "the pupil"
for name in ("Noor", "Ben", "Milo", "Femke", "Oskar", "Samira"):
    assert not re.search(rf"(?i){name}[^.,;\n]{{0,20}}\b(?:has|have|with)\b[^.,;\n]{{0,15}}\bmost\b", text), f"not {name}"
