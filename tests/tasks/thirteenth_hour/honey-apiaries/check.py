import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

TOP = r"\b(most|highest|best|largest|biggest|top|winner)\b"
def winner(text, right, *wrong):
    """Of several names the right one is called the top one."""
    every = "|".join(f"(?:{p})" for p in (right, *wrong))
    claims = [part for part in re.split(r"(?<!\d)[.!?;](?=\s|$)|[.!?;](?=\s|$)|\n|,\s| - | – ", text) if re.search(TOP, part, re.I) and not re.search(r"\b(second|third|next|least|lowest|smallest|deuxième|troisième|moins|faible)\b", part, re.I) and re.search(every, part, re.I)]
    for part in claims or [text]:
        first_is(part, right, *wrong)

accepted()
unchanged()
nothing_new()
winner(OUTPUT, r"church\s*wood", r"quarry", r"mill\s*lane")
need(has_number(OUTPUT, 94.0, words=False), "the total is missing")
