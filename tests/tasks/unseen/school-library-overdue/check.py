import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'library.db': '45c04c3c1ad9f53fc0d6',
    'readme.txt': '7446f06567e490fc2e20',
}
unchanged()
nothing_new()
text = answer(1200)
for book, child in (("Matilda", "Amir Rahman"), ("Skellig", "Tom Finch"), ("Pax", "Maya Osei")):
    assert says(text, book), f"{book} is missing"
    assert says(text, child.split()[0]) or says(text, child.split()[1]), f"{child} is missing"
low = plain(text)
order = [low.find(w) for w in ("matilda", "skellig", "pax")]
people = [min(i for i in (low.find(a), low.find(b)) if i >= 0) for a, b in (("amir", "rahman"), ("tom", "finch"), ("maya", "osei"))]
assert [sorted(order).index(i) for i in order] == [sorted(people).index(i) for i in people], "book and child do not go together"
for other in ("The Iron Man", "Varjak Paw", "Stig of the Dump", "The Borrowers", "Goodnight Mister Tom", "Wonder", "Holes", "Coraline", "Beetle Boy"):
    for part in re.split(r"\n|(?<=[a-z)])[.;] ", text):
        if says(part, other):
            assert re.search(r"\b(not overdue|due today|returned|isn't|today)\b", part.casefold()), f"{other} is not overdue"
