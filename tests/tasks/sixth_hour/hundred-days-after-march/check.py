import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
right = r"\b0?9(?:th|\.)?(?: of)? june\b|\bjune (?:the )?0?9(?:th)?\b|\b2025-0?6-0?9\b|\b0?9[./-]0?6[./-](?:20)?25\b|\b0?6[/-]0?9[/-](?:20)?25\b|\b0?9(?:th)? jun\b|\bjun 0?9\b"
must_say(OUTPUT, right)
rest = re.sub(right, " ", OUTPUT, flags=re.I)
must_not_say(rest, r"\b\d{1,2}(?:th|st|nd|rd|\.)? (?:of )?june\b(?! has)|\bjune \d{1,2}(?:th|st|nd|rd)?\b(?!\d)", r"(?:is|=|date:?)\s*\**\d{1,2}(?:th|st|nd|rd)? (?:may|july)\b")
years = set(re.findall(r"\b20\d\d\b", OUTPUT))
need(years <= {"2025"}, "another year")
