import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
text = re.sub(r"[*_`]", "", OUTPUT)
must_say(text, r"\bMercury\b", r"\bVenus\b", r"\bSaturn\b")
OTHER = r"(?:Mars|(?:the )?Earth|Jupiter|Saturn|Uranus|Neptune|Pluto)"
NONE = r"(?:no|zero|0|not have any|n't have any|none)\b(?! other)"
# Another planet without moons.
must_not_say(text, OTHER + r"\b(?:(?!Mercury|Venus)[^.!?\n;:]){0,30}\b(?:have|has|having|do|does|with) ?" + NONE + r"(?! more)",
             r"(?:no|without(?: any)?|zero) (?:natural )?(?:moons?|satellites?)(?: at all)?(?: are| is|:)\W*(?:(?:Mercury|Venus|and|the)\W+)*" + OTHER + r"\b(?! (?:has|have))")
# A moon of Mercury or Venus.
must_not_say(text, r"\b(?:Mercury|Venus) (?:only )?(?:has|have) (?:only |just )?(?:a|one|two|1|2)\b")
# The most moons.
most = r"(?:most|largest number|highest number|greatest number|record|more moons than any)"
if re.search(r"Jupiter", text, re.I):
    at = re.search(r"Saturn[^.!?\n]{0,60}" + most + "|" + most + r"(?:(?!Jupiter)[^.!?\n]){0,60}Saturn", text, re.I)
    need(at or re.search(r"Saturn", text, re.I).start() < re.search(r"Jupiter", text, re.I).start(), "Saturn has the most")
    must_not_say(text, r"Jupiter (?:is the one that )?(?:has|with|holds) the (?:most|record|highest|largest)", most + r"(?: number of| known| confirmed)*(?: moons?)?(?: of all)?(?: is|:| belongs to| are)\W*(?:the planet )?Jupiter", r"(?:Saturn and Jupiter|Jupiter and Saturn) (?:both )?have the most", r"(?:Mercury|Venus) has the most", r"Jupiter,? (?:which|that) has the most")
for match in re.finditer(r"Saturn[^.!?\n]{0,60}?(\d+)\+?(?= (?:known |confirmed )*(?:moons|satellites))", text, re.I):
    need(60 <= int(match.group(1)) <= 300, f"{match.group(1)} moons of Saturn")
