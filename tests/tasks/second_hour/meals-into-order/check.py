import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'order.txt': '347cbb9e094d4d04f14d',
    'replies.csv': '84c2067aa3abc7f74bbc',
}

accepted()
unchanged("order.txt")
nothing_new()
got = [l.rstrip() for l in read("order.txt").strip().splitlines()]
WANT = ['To: Green Fork Catering', 'Subject: Our dinner on 9 May', '', 'Dear Ms Tran,', '', 'for our dinner on 9 May we order 9 meals, to be delivered at 6 pm', 'to the back entrance. Payment as always.', '', 'Kind regards', 'Patrick Stone']
assert got == WANT or got == [l.replace("order 9 meals", "order nine meals") for l in WANT], "order.txt is not as it should be, with 9 in it"
