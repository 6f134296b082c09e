import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("note.txt")
text = read("note.txt")
no_placeholder(text)

must_say(text, r"\bPaul\b", r"\bMomo\b", r"half\b|1/2|½", r"\btins?\b", r"\b0?7\s?[.:]\s?30|half past seven", r"\b18\s?[.:]\s?00|\b6(?:[:.]00)?\s?p\.?m|\bsix\b", r"cupboard|fridge", r"water", r"litter", r"bathroom",
         r"(?:every|each)\s+(?:second|other|two|2|2nd)\b|alternate", r"milk", r"balcony", r"vet", r"555[\s-]?0142", r"555[\s-]?0178", r"\b0?3(?:rd)?\b|third", r"\b12(?:th)?\b|twelfth", r"aug")
for thing in ("milk", "balcony"):
    no = r"(?:\bnot?\b|n['’]t|\bnor\b|never|without|forbidden|avoid|off[ -]limits|refrain|cannot|closed|shut|locked)"
    must_say(text, rf"{no}[^.\n]*{thing}|{thing}[^.\n]*{no}|(?:{no}|don['’]?ts)[^.\n:]*:\s*[^\n]*\n?[^\n]*{thing}")
must_not_say(text, r"mobile[^\n.\d]{0,25}555[\s-]?0142", r"\bvet\b[^\n.\d]{0,25}555[\s-]?0178", r"^\s*(?:dear|hi|hello|hey)\s+(?!.*paul)\w+")
plain = re.sub(r"555[\s-]?01(?:42|78)", "", text)
only_numbers(plain, 7, 30, 7.3, 18, 0, 6, 3, 12, 8, 2, 1, 0.5)
need(text.rfind("Sabine") >= len(text) / 2 or re.search(r"from:?\s*sabine", text, re.I), "is not from Sabine")
need(50 <= word_count(text) <= 260, f"{word_count(text)} words")
