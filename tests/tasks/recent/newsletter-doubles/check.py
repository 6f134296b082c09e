import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'list.csv': '834bfdbac61872078d05',
    'newsletter-june.txt': '939e6de1689cd277f4cf',
}
accepted()
unchanged()
nothing_new("clean.csv")
rows = table("clean.csv")
WANT = [['Email', 'First name', 'Joined', 'Source'], ['ida.berg@mail.example', 'Ida', '2023-01-12', 'fair'], ['tom@potters.example', 'Tom', '2023-01-15', 'website'], ['Rosa.Klein@mail.example', 'Rosa', '2023-02-02', 'website'], ['paul.w@post.example', 'Paul', '2023-02-28', 'friend'], ['nina@studio9.example', 'Nina', '2023-03-19', 'fair'], ['olaf@post.example', 'Olaf', '', 'website'], ['vera.lang@mail.example', 'Vera', '2023-05-11', 'shop, till'], ['rosa.kleine@mail.example', 'Rosa', '2023-06-02', 'shop'], ['gus@potters.example', 'Gus', '2023-06-14', 'website'], ['maren@mail.example', 'Maren', '2023-10-21', 'fair'], ['ole@post.example', 'Ole', '2023-11-11', 'website'], ['tom.p@potters.example', 'Tom', '2024-02-17', 'fair'], ['zoe@studio9.example', 'Zoé', '2024-05-25', 'fair, stand 4']]
assert [plain(c) for c in rows[0]] == [plain(c) for c in WANT[0]], "the header has changed"
assert all(len(r) == 4 for r in rows), "a line has not four cells"
got = [[r[0].lower()] + r[1:] for r in rows[1:]]
need = [[r[0].lower()] + r[1:] for r in WANT[1:]]
for line in need:
    assert line in got, f"missing: {line}"
assert len(got) == len(need), "lines too many"
assert got == need, "the order has changed"
