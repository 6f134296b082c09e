import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'poster.txt': 'dc0e07fa67363b64a109',
    'results.csv': '1559ea5a3aa1f5ca85f0',
}

accepted()
unchanged("poster.txt")
nothing_new()
got = [l.strip() for l in read("poster.txt").strip().splitlines()]
WANT = ['*** PUB QUIZ AT THE OLD MILL ***', '', 'The winner of this month:', '', 'Team Badger', '', 'with 112 points. Congratulations!', '', 'The next quiz is on the first Tuesday of the month.']
assert got == WANT, "poster.txt is not as it should be, with Team Badger and 112"
