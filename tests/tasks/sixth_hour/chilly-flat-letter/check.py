import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("letter.txt")
text = read("letter.txt")
need(30 <= word_count(text) <= 120, f"{word_count(text)} words")
must_say(text, r"\bpetrov\b", r"\bhana sato\b", r"\bheating\b|\bheater|\bradiator", r"\b0?3(?:rd|\.)?(?: of)? jan|\bjan\w* (?:the )?0?3(?:rd)?\b|\b0?3[./]0?1\b", r"\b17(?:th|\.)?(?: of)? jan|\bjan\w* (?:the )?17|\b17[./]0?1\b", r"\b14\b|\bfourteen\b", r"linden street", r"\brepair|\bfix", r"0177[ /-]?555[ ]?0160", r"\b(?:dear|hello|good (?:morning|day))\b", r"\bplease\b|\bregards\b|\bsincerely\b|\bthank|\bgrateful\b|\bkind(?:ly)?\b|\bappreciate\b")
must_say(text.strip().split("\n", 3)[-1][-200:], r"sato")
rest = re.sub(r"0177[ /-]?555[ ]?0160", "", text)
only_numbers(rest, 22, 5, 3, 14, 17, 1)
no_placeholder(text)
must_not_say(text, r"\bdear (?:ms\.? |mrs\.? |hana|sato)")
