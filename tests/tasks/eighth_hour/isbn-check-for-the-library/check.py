import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
read("isbn.py")
CODE = """
from isbn import is_isbn
def number(start):
    total = sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(start))
    return start + str(-total % 10)
good = ["9780306406157", "978-0-306-40615-7", "978 3 16 148410 0", "9781861972712", "979-10-90636-07-1"]
good += [number(str(978000000000 + 7654321 * n)) for n in range(1, 40)]
for text in good:
    assert is_isbn(text) is True or is_isbn(text) == True, text + " should be True"
    digits = text.replace("-", "").replace(" ", "")
    for place in (0, 5, 8, 12):
        other = digits[:place] + str((int(digits[place]) + 1) % 10) + digits[place + 1:]
        assert not is_isbn(other), other + " should be False"
for text in ("", "-", "978030640615", "97803064061570", "0000000000", "0-306-40615-2", "978030640615X", "abc", "hello world 12", "A780306406157", "978-0-306-40615-7-0"):
    assert is_isbn(text) is False or is_isbn(text) == False, repr(text) + " should be False"
"""
rc, out, err = run("-c", CODE)
need(rc == 0, (err.strip() or "no message").split("\n")[-1])
unchanged()
nothing_new("isbn.py", "test_*.py")
