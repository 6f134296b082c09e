import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

text = answer(600)
no_echo(text, 0.6)
first = number_tokens(text)
body = re.sub(r"(?i)\b(3(rd)?|17(th)?)( of)? (march|may)\b|\b(march|may) (3|17)(rd|th)?\b", "", text)
both = re.search(r"(?i)\b(inclusive|including|include|counting|count|both|between|excluding|not counting)\b", text)
assert has_number(body, 75, in_words=False) or says(body, "seventy-five", "seventy five") or (has_number(body, 74, in_words=False) and re.search(r"(?i)excluding both|without both|not counting (either|both)|neither", text)), "it is 75 days"
if not both:
    for wrong in (73, 74, 76, 77, 72, 78):
        assert not has_number(body, wrong, in_words=False), f"{wrong} is wrong"
for wrong in (72, 73, 77, 78):
    assert not has_number(body, wrong, in_words=False), f"{wrong} is wrong"
