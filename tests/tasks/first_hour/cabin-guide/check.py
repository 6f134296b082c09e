import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'welcome.txt': '3fa059adc38049baf129',
}

unchanged()
nothing_new()
text = answer(1000)
assert "otter-lake-58" in text.lower(), "the password is otter-lake-58"
assert re.search(r"10[:. ]?30|half past ten|half-past ten", text.lower()), "check out is by 10:30"
