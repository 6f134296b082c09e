import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("short.md")
text = read("short.md")
bullets = [line for line in text.split("\n") if re.match(r"(?:[-*•+]|\d+[.)])\s+\S", line.strip()) and not re.match(r"\s*\*\*[^*]*\*\*\s*$", line)]
need(3 <= len(bullets) <= 6, f"{len(bullets)} bullet points")
rest = [line for line in text.split("\n") if line.strip() and line not in bullets]
need(sum(word_count(line) for line in rest) <= 45, "much text besides the bullet points")
need(word_count(text) <= 200, "hardly shorter than the rules")
must_say(text, r"\b4(?:[:.]00)?\s*p\.?\s?m|\b16[:.h]\s?00|\b16h\b", r"\b10(?:[:.]00)?\s*a\.?\s?m|(?:leav|depart|check[- ]?out|hand|out)[^\n]*\b10[:.]00\b(?!\s*p)")
topics = (r"quiet|noise", r"smok", r"\bpets?\b|animal|\bdogs?\b", r"rubbish|\bbins?\b|trash|garbage|waste", r"\bpark|\bcars?\b", r"damage|break|broke", r"\bkeys?\b|\bsafe\b")
need(sum(bool(says(text, topic)) for topic in topics) >= 3, "hardly any other rule")
body = re.sub(r"(?m)^\s*\d+[.)]\s", "", text)
only_numbers(re.sub(r"[:.]00\b", "", body), 4, 16, 10, 22, 7, 12, 6, 5, 3)
arrive = re.search(r"(?:arriv|check[- ]?in|move in)[^\n.;,]*?\b(\d+)(?:[:.]00)?\s*(?:[ap]\.?m)?", text, re.I)
need(not arrive or int(arrive[1]) in (4, 16), "another time of arrival")
must_not_say(text, r"smoking is (?:allowed|permitted)(?! only)(?! on the balcony)", r"\bpets (?:are|is) (?:allowed|welcome|permitted)")
