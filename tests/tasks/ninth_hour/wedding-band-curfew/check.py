import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
right = r"(?<!\d)(23 ?[:.h] ?30|2330|0?11[:. ]30(?! ?a)|half[ -]past[ -](eleven|11))"
must_say(OUTPUT, right)
for clause in re.split(r"[;,()\n]|\.\s|\band\b|\bbut\b|\bwhile\b", OUTPUT):
    if re.search(r"(?<!\d)(00?[:.]30|12[:.]30)", clause):
        need(says(clause, "saturday|guest|left|leave|not"), "00:30 for what")
    if re.search(r"(?<!\d)(22[:.]30|10[:.]30)", clause):
        need(says(clause, "other|weekday|sunday|rest|not"), "22:30 for what")
    if re.search(r"(?<!\d)(22[:.]00|10 ?p|10[:.]00 ?p)", clause):
        need(says(clause, "out|terrace|courtyard|not"), "22:00 for what")
    if re.search(right, clause, re.I):
        need(not says(clause, "saturday|other days|terrace|leave|left"), "23:30 for what")
