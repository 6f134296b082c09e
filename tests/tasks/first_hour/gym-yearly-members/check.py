import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'members.csv': '3b3b24b4a3893298938e',
}

unchanged()
nothing_new()
text = re.sub(r"\d{4}-\d\d-\d\d", "", answer(1200))
assert has_number(text, 7), "7 members have the yearly plan"
bare = re.sub(r"(?m)^\s*\d+[.)]\s", "", text)
assert not has_number(bare, 6) and not has_number(bare, 8), "another count is said too"
