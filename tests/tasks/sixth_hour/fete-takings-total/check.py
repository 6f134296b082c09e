import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("total.txt")
text = read("total.txt").strip()
need("\n" not in text and not re.search(r"[a-df-tv-z]{4}", text, re.I), "more than the number")
need(is_number(text, 663.5), f"{text!r} is not 663.50")
