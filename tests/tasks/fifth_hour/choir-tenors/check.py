import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


text = re.sub(r"(?m)^\s*\d+[.)]\s", "", OUTPUT)
need(has_number(text, 5), "not 5")
need(not re.search(r"\b(?:[1-4]|[6-9]|1\d|one|two|three|four|six|seven|eight|nine|ten)\s+(?:\w+\s+)?tenors\b", text, re.I), "another number of tenors")
people = [row[0] for row in table("choir.tsv")[1:]]
others = "|".join(word for name in people if name != "Gustav Pell" for word in name.split())
right = r"\b(?:Gustav|Pell)\b"
mark = r"\b(?:longest|first|earliest|oldest|senior)\b"
firm = any(re.search(right, line) and re.search(mark, line, re.I) and not re.search(rf"\b(?:{others})\b", line) for line in re.split(r"\n|(?<=[.!?])\s", text))
if not firm:
    first_is(text, right, rf"\b(?:{others})\b")
need(word_count(OUTPUT) <= 120, "a long answer")
