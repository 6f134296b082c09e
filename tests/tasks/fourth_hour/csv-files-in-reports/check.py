import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()

need(has_number(OUTPUT, 5), "not 5")
rest = re.sub(r"(?m)^\s*\d+[.)]\s|\b20(?:19|23|24)\b|\bq1\b", "", OUTPUT)
need(not re.search(r"\b(?:[1-4]|[6-9]|10|one|two|three|four|six|seven|eight|nine|ten)\b\s+(?:\.?csv\b|files?\s+(?:in all|in total))(?![^.\n]*\b(?:in|under)\s+(?:reports/)?(?:20|q1))", rest, re.I), "another number")
need(word_count(OUTPUT) <= 100, "a long answer")
