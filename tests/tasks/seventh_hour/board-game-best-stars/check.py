import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
GAME = r"harbour|caravan|moonfall|foxhunt|tiles"
claims = [part for part in re.split(r"(?<=[.!?])\s+(?=[A-Z*])|\n", OUTPUT) if re.search(r"\b(?:best|highest|top|winner)\b", part, re.I)]
firsts = [re.search(GAME, part, re.I)[0].lower() for part in claims if re.search(GAME, part, re.I)]
if not firsts:
    firsts = [found.lower() for found in re.findall(GAME, OUTPUT, re.I)[:1]]
need(firsts and set(firsts) == {"harbour"}, f"the best is {firsts}")
need(has_number(OUTPUT, 13 / 3, 0.004, words=False) or has_number(OUTPUT, 4.3, 0.0001, words=False) or re.search(r"\b4\s*(?:1/3|⅓)|13\s*/\s*3", OUTPUT), "does not say 4.33")
