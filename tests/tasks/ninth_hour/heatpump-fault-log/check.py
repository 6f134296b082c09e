import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
date = r"2025-02-15|\b15(?:st|nd|rd|th)?(?: of)? Feb|Feb[a-z]*\.? 15\b|\b15[./-]0?2\b|\b0?2/15\b"
must_say(OUTPUT, date)
rest = re.sub(r"\bE ?\d\d\b|\d{4}-\d\d-\d\d|\d\d?:\d\d(?::\d\d)?|\b\d\d?[./]\d\d?(?:[./]\d{2,4})?\b|" + date, " ", OUTPUT)
need(has_number(rest, 26), "not the count")
only = [values for values in numbers(rest) if not values & {26.0, 2025.0, 15.0, 2150.0}]
need(not only, f"other numbers {only}")
for clock in re.findall(r"\b(\d\d?:\d\d)\b(?!:\d\d:)", OUTPUT):
    need(clock.zfill(5) == "02:57" or clock == "57:34", f"the time {clock}")
