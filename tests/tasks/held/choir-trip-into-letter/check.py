import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "expenses.csv": "687c5e3661df9176e507d4662b8ec6dc5f2c323be5a0c0e78221ba6be565d82d",
 "letter.txt": "ca7462ba8449fe1d6264d5b37982877e3e7a21f7bd348133df690fd4f7606a5f"
}

WAS = 'Brackwater, 6 May 2025\n\nDear Mr Ravensworth,\n\nin April our choir went to the coast for two days, with 38 singers. You were so kind to promise that the foundation would bear half of the cost.\n\nThe trip came to XXX euros altogether. All receipts are with our treasurer and can be seen at any time. We sang in the chapel on Sunday and collected 213.40 euros for the lifeboat.\n\nWith many thanks from the whole choir\nLinnea Brockhurst\n'
SUM = 2605.75

accepted()
intact("letter.txt")
text = content("letter.txt")
need("XXX" not in text, "the XXX is still there")
a, b = [" ".join(p.split()) for p in WAS.split("XXX")]
got = " ".join(text.split())
need(got.startswith(a) and got.endswith(b) and len(got) > len(a) + len(b), "the rest of the letter was changed")
middle = got[len(a):len(got) - len(b)].strip()
need(one_num(middle, SUM) and not re.search(r"(?i)eur", middle), "the sum is %r" % middle)
