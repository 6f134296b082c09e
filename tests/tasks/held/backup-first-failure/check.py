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
need(re.search(r"space|\broom\b|ran out|run out|filled up|\bfull\b|disk|capacity|storage", t), "the reason is missing or wrong")
need(not re.search(r"login|refused|mailsync", t) or re.search(r"(other|another|different|separate|unrelated) (job|program|task|process|service)|not the backup|unrelated", t), "that is another job")
for part in re.split(r"[;\n]|\.(?!\d)|,? (?:but|and|while) ", t):
    if re.search(r"fail|broke|abort", part) and re.search(r"first", part) and not re.search(r"warn|mailsync|again", part):
        need(has_date(part, 2025, 2, 19) or not any(has_date(part, 2025, 2, d) for d in (14, 15, 16, 17, 18, 20, 21, 22)), "another day is named as the first")
for d in (15, 17, 18, 22):
    if has_date(text, 2025, 2, d):
        need(re.search(r"warn|already|before|percent|%|later|again|also|(other|another|different|separate|unrelated) ", t), "names also the %dth" % d)
if re.search(r"not mounted|unmounted", t):
    need(re.search(r"later|again|second|another|22", t), "the wrong reason")
