import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("mail.txt")
text = read("mail.txt")
need(20 <= word_count(text) <= 160, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"albrecht", r"\bnora\b", r"fever|temperature", r"tomorrow", r"today", r"homework|assignments?", r"\bjule\b", r"\bpeter\b", r"lindner")
must_not_say(text, r"\bmr\.? albrecht", r"\bmy son\b", r"nora lindner\s*$", r"\b(?:monday|tuesday|wednesday|thursday|friday)\b", r"\bjule (?:has|is ill|is sick|cannot|can't)")
need(not re.search(r"\bmail\.txt\b", text), "speaks of the file")
head = re.search(r"albrecht", text, re.I).start()
need(head < text.lower().rindex("lindner"), "signed by another")
