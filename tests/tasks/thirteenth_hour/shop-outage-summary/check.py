import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("summary.txt")
text = read("summary.txt")
need(25 <= word_count(text) <= 80, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"14[:.h]05|2[:.]05", r"15[:.h]50|3[:.]50|105 min|1\.75 h|(1|one) ?h(our)?s?,?( and)? 45", r"\bdis[kc]\b|storage",
         r"debug|\blogs?\b|log files?", r"12(th)?( of)? sep|sep\w*\.? 12|2025-09-12|12[./]0?9|0?9/12",
         r"\b63\b|sixty-three", r"alarm|alert|SMS|rotat|delet|ticket|end date|80 ?%|80 percent|7 days|seven days")
need(re.search(r"\b(63|sixty-three)\b[^.;]{0,40}\b(orders?|customers?|purchases?|checkouts?)\b|\border\w*\b[^.;]{0,40}\b(63|sixty-three)\b", text, re.I), "63 orders are not told")
need(re.search(r"full|filled|fill|ran out|out of (dis|space)|no (more )?space|used up|exhaust|capacity", text, re.I), "the cause is not told")
must_not_say(text, r"\b40\b|\bforty\b", r"(?<!not )(caused by|because of|due to|fault of) (a |the |our )?(problem \w+ the )?payment", r"hack|attack|power (cut|failure|outage)", r"(^|[.;:!?\n])(?![^.;:!?\n]*\b(no|not|without|none)\b)[^.;:!?\n]*\bdata (was|were) lost")
only_numbers(text, 12, 9, 2025, 14.05, 14, 5, 15.5, 15, 50, 15.50, 2.05, 3.50, 2, 3, 1, 45, 105, 1.75, 63, 29, 8, 210, 80, 7, 13, 31, 14.31, 40.0, 35, 15.35, 18, 15.18, 12.09, 14.12, 4)
