import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

TOP = r"\b(le plus|la plus|maximum|maximale?|record|élevée?|forte|gros|most|highest)\b"
def winner(text, right, *wrong):
    """Of several names the right one is called the top one."""
    every = "|".join(f"(?:{p})" for p in (right, *wrong))
    claims = [part for part in re.split(r"(?<!\d)[.!?;](?=\s|$)|[.!?;](?=\s|$)|\n|,\s| - | – ", text) if re.search(TOP, part, re.I) and not re.search(r"\b(second|third|next|least|lowest|smallest|deuxième|troisième|moins|faible)\b", part, re.I) and re.search(every, part, re.I)]
    for part in claims or [text]:
        first_is(part, right, *wrong)

accepted()
unchanged()
nothing_new()
winner(OUTPUT, r"\bjuillet|\bjuly|\b0?7/2024|2024-07", r"\bao[uû]t|\baugust|(?<!/)\b0?8/2024|2024-08", r"janvier", r"février", r"\bmars\b", r"avril", r"\bmai\b", r"\bjuin\b", r"septembre", r"octobre", r"novembre", r"décembre")
need(has_number(OUTPUT, 21.38, words=False), "the quantity is missing")
