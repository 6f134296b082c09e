import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("summary.txt")
text = read("summary.txt")
need(30 <= word_count(text) <= 104, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"\border(s|ing|ed)?\b|checkout", r"\b0?9[:.]12\b", r"\b11[:.]47\b", r"\b214\b", r"dis[kc]|storage|hard drive", r"full|ran out|out of (\w+ )?space|no (\w+ )?space|filled")
need(sum(bool(re.search(pattern, text, re.I)) for pattern in (r"debug", r"alarm|alert|warning", r"logs?\b|log files?|logfiles?")) >= 2, "why and what changes")
must_say(text, r"\bwill\b|chang|from now|\bnow\b|future|\bnew\b|measure|plan|going to|by \d+ march|next steps?|actions?\b|prevent|improve", r"mailbox|80 ?(%|per ?cent)|14 days|two weeks|fourteen days|delet\w+|contact|whom|who to|administrators|admins|remov|rotat|clean")
for lost in re.finditer(r"\b(data|payments?)\b[^.!?\n]{0,20}\b(was|were|been) (lost|charged|taken)", text, re.I):
    need(re.search(r"\b(no|not|none|nor|neither|without)\b|n['’]t\b", text[max(0, lost.start() - 30):lost.end()], re.I), "says that something was lost")
must_not_say(text, r"\b(monday|wednesday|thursday|friday)\b", r"hack|attack")
only_numbers(text, 9, 12, 9.12, 11, 47, 11.47, 214, 131, 10, 3, 2026, 10.03, 80, 14, 6, 2, 35, 155, 2.5, 2.6, 2.58, 83, 20, 27, 31, 1, 4, 5, 9.4, 40, 10.05, 10.2, 11.05, 11.3, 30, 0, 14.0)
