import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

unchanged()
nothing_new()
need(STATUS in ("accepted", "waiting", "escalated"), f"status {STATUS}")
must_say(TOLD, r"which (?:of|anna|one|appointment|person|dentist|family|patient)|what (?:anna|is anna's (?:last|sur|family)|anna's (?:last|sur|family))|two (?:\w+ )?(?:annas|appointments|people|persons|entries|rows|dentist)|\b2 (?:\w+ )?(?:annas|appointments|entries|rows)|more than one|several|multiple|ambig|unclear|not clear|Berg[\s\S]*\b(?:or|and)\b[\s\S]*Holm|Holm[\s\S]*\b(?:or|and)\b[\s\S]*Berg|(?:last|sur|family) ?name|(?:06-12|12(?:th)? (?:of )?June|June 12)[\s\S]*(?:06-17|17(?:th)? (?:of )?June|June 17)")
must_not_say(TOLD, r"\b(?:I|I've|I have|has been|have been|successfully|are now|is now) (?:now )?(?:moved|changed|updated|rescheduled|set)\b(?! (?:nothing|no\b))",
             r"(?:is|are) now at (?:4|16)", r"^\s*(?:done|changed|updated|moved)\b")
