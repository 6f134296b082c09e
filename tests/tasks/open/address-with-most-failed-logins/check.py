import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'auth.log': 'b8162dbc806d851031d5'}

text = answer(700)
unchanged()
found = re.findall(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)", text)
assert found and found[0] == "198.51.100.23", f"wrong address {found[:1]}"
assert len(set(found)) == 1 or re.search(r"(?i)second|next|followed|runner|then|ahead", text), "several addresses"
rest = re.sub(r"\d{1,3}(?:\.\d{1,3}){3}", "", text)
assert has_number(rest, 431), "there are 431 failed attempts"
