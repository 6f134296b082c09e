import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "jobs.log": "92045d72d021e579c84a0aff230df7cfefd44349924ae6206176a2e302c887c0"
}

text = answer(1200)
intact()
t = low(text)
need(has_date(text, 2025, 2, 19), "the day is missing or wrong")
need(re.search(r"space|\bfull\b|disk|capacity|storage", t), "the reason is missing or wrong")
need(not re.search(r"login|refused|mailsync", t), "that is another job")
for d in (15, 17, 18, 22):
    if has_date(text, 2025, 2, d):
        need(re.search(r"warn|already|before|percent|%|later|again|also", t), "names also the %dth" % d)
if re.search(r"not mounted|unmounted", t):
    need(re.search(r"later|again|second|another|22", t), "the wrong reason")
