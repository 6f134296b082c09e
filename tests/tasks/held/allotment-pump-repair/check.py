import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "minutes-march.txt": "076bce087857b36ed6c514b628d4f38dd42a63b87edec1bd1cbc987fc2b0f5e6"
}

text = answer(1500)
intact()
t = low(text)
need("ilse" in t or "brandner" in t, "the person who repairs it is not named")
need(has_date(text, 2025, 4, 14), "the date is missing or wrong")
if "tomas" in t or "quill" in t:
    need(re.search(r"original|instead|swap|took over|taken over|takes over|no longer|replac|first|initial|at the start|knee|not tomas|rather than|from tomas|passed|for tomas|trad(ed|ing)|exchang|had offered|operation|surgery|fence|posts", t), "leaves it open who repairs it")
    need(not re.match(r"\W*(tomas|quill)( quill)?\W+(by|until|(will|is going to)(?! not| no longer| take over the (fence|posts)| see to| look after| order| do the (fence|posts)))\b", t), "the wrong person")
    need(not re.search(r"(tomas|quill) (will|is going to|is to|shall|repairs|fixes) (now |then )?((repair|fix|mend)(?! the (fence|posts))|(do|see to|take care of) (it\b|the (water )?pump))", t), "the wrong person")
if has_date(text, 2025, 3, 31):
    need(re.search(r"original|instead|swap|first|initial|no longer|not 31|moved", t), "leaves the date open")
