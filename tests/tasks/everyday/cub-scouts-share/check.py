import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'costs.csv': 'd226e6688a9851903558',
    'letter.txt': '68cef515d95910f6321f',
}
accepted()
unchanged("letter.txt")
nothing_new()
text = read("letter.txt")
WANT = """Dear parents,

our cub scouts' weekend in the hut at Fern Lake is on 16 to 18 May 2025. Twenty children have signed up, how nice!

We meet on Friday at 3.30 p.m. at the station and are back on Sunday at about 5 p.m.

After deduction of the town's grant the share per child is XXX euros. Please transfer it by 2 May.

Good path,
Mikkel and Sunniva
"""
before, after = WANT.split("XXX")
text = text.replace("\r\n", "\n")
assert text.startswith(before), "the letter was changed before the amount"
assert text.rstrip().endswith(after.rstrip()), "the letter was changed after the amount"
amount = text[len(before):len(text.rstrip()) - len(after.rstrip())].strip()
assert amount in ("54.21", "54,21", "54.21 ", "**54.21**"), f"the amount is {amount!r}"
