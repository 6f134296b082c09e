import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 358.50, words=False), "the labour of Tessa in May is missing")
must_say(OUTPUT, r"\bTessa\b")
parts = re.split(r"(?<=[.!?])\s+|\n", OUTPUT)
together = [part for part in parts if re.search("Tessa", part) and has_number(part, 358.50, words=False)]
loose = not re.search("Mirek|Hakan", OUTPUT.split("Tessa")[0])
need(together or loose, "Tessa and the amount do not stand together")
for part in parts:
    if re.search(r"\b(most|highest|top|best|maximum|max|winner)\b", part, re.I) and re.search("Mirek|Hakan", part):
        first_is(part, "Tessa", "Mirek", "Hakan")
if not re.search(r"\b(most|highest|top|best|maximum|max|winner)\b", OUTPUT, re.I):
    first_is(OUTPUT, "Tessa", "Mirek", "Hakan")
