import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("letter.txt")
text = read("letter.txt")
need(45 <= word_count(text) <= 260, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"parents|families|carers|guardians", r"\b4 ?b\b", r"\b11(th)?( of)? june|june (the )?11(th)?\b|\b11[./]0?6\b", r"roman museum", r"chester", r"coach|bus", r"car ?park", r"\b0?8[:.]15\b|quarter past (eight|8)", r"\b15[:.]30\b|\b0?3[:.]30\b|half past (three|3)",
         r"(£|GBP) ?14(?!\d)|\b(14|fourteen)(\.00)? ?(pounds|GBP|£)", r"envelope", r"(packed )?lunch", r"rain ?-?(jacket|coat)|raincoat|waterproof|rain gear",
         r"(by|before|until|latest|later than|deadline|due)\b[^.!?]{0,45}(\b5(th)?( of)? june|june (the )?5(th)?\b|\b0?5[./]0?6\b)|(\b5(th)?( of)? june|june 5(th)?)[^.!?]{0,30}(latest|deadline)")
must_not_say(text, r"\b(monday|tuesday|wednesday|saturday|sunday)\b", r"8[:.]15 ?p\.?m", r"\b0?3[:.]30 ?a\.?m", r"\b(0?8|0?3|15)[:.]00\b")
need(text.strip().count("Draycott") >= 1 and re.search(r"Helen Draycott", text[-160:]), "is not signed")
need(not re.search(r"Dear (Ms\.?|Mrs\.?|Miss)? ?(Helen )?Draycott", text, re.I), "goes to the teacher")
body = re.sub(r"(?im)^\s*(\w+, |date: )?(\d{1,2}(st|nd|rd|th)? \w+,? \d{4}|\w+ \d{1,2}(st|nd|rd|th)?,? \d{4}|\d{1,2}[./]\d{1,2}[./]\d{4})\s*$", "", text)
only_numbers(body, 4, 11, 2026, 8, 15, 8.15, 30, 15.3, 3, 3.3, 14, 5, 6, 11.06, 5.06, 0)
