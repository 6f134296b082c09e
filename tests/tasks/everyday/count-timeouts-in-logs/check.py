import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'logs/app-mon.log': 'c51cf99a4e7db6f918f6',
    'logs/app-tue.log': '52ebaef50d9d869e1b82',
    'logs/app-wed.log': '4d2fb8bc181c1ff5b615',
    'logs/old/app-sun.log': 'f881f5f45a7369b11e7e',
    'readme.txt': '77b25f6346202fa79a62',
}
text = answer(900)
unchanged()
nothing_new()
rest = re.sub(r"10\.0\.0\.7|30 s\b", " ", text)
assert has_number(rest, 30), "the total"
assert has_number(rest, 11), "the most"
p = plain(text)
assert re.search(r"app-tue|tuesday", p), "the file"
assert not re.search(r"\b(26|31)\b", rest), "another total"
for other in ("app-mon", "app-wed", "app-sun"):
    assert not re.search(other + r"(\.log)?\W* (has|with|contains) the most", p) and not re.search(r"most\W+((is|in|are|the|file|has|it|lines|by|far|logs)\W+){0,4}" + r"(logs/)?(old/)?" + other, p), "another file"
