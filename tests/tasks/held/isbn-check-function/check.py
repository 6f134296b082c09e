import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {}

accepted()
content("isbn.py")
cases = ["978-3-16-148410-0", "978-3-16-148410-1", "hello", "9783161484100", "978 3 16 148410 0", "978316148410", "97831614841000", "",
         "978-0-306-40615-7", "978-0-306-40615-1", "9780306406158", "978-0-306-4O615-7", "979-10-90636-07-1", "9791090636070", "0-306-40615-2", "---", "9783161481400", "978x3161484100"]
want = [True, False, False, True, True, False, False, False, True, False, False, False, True, False, False, False, False, False]
got = calls("isbn", "valid_isbn", [[c] for c in cases])
for c, w, g in zip(cases, want, got):
    need(g is w, "valid_isbn(%r) gives %r" % (c, g))
