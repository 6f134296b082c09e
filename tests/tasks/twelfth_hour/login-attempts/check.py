import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"(?<![\d.])45\.134\.26\.87(?![\d])", r"185\.62\.190\.14", r"102\.129\.235\.6")
text = re.sub(r"\d+\.\d+\.\d+\.\d+", " IP ", OUTPUT)
need(has_number(text, 143, words=False), "how many")
for other in (209, 87, 221):
    at = re.search(rf"\b{other}\b", text)
    need(not at or at.start() > re.search(r"\b143\b", text).start(), f"says {other} first")
