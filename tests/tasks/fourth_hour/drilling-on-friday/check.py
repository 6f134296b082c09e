import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("*.txt", "*.md")
new = sorted(listing("."))
need(len(new) <= 1, "several files")
text = read(new[0]) if new else OUTPUT
need(15 <= word_count(text) <= 140, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"neighbou?r|resident|everyone|everybody|\ball\b", r"\bdrill", r"\bfriday\b", r"\b0?9\b|\bnine\b", r"\b12\b|\btwelve\b|\bnoon\b", r"sorry|apolog|excuse|forgive|pardon|understanding|patience", r"\btom\b", r"\bines\b", r"3rd|third|\b3\.? floor|floor 3")
only_numbers(re.sub(r"[:.]00\b", "", text), 9, 12, 3)
must_not_say(text, r"\b(?:monday|tuesday|wednesday|thursday|saturday|sunday)\b", r"\b9(?:[:.]00)?\s*p\.?m", r"\b12(?:[:.]00)?\s*a\.?m")
