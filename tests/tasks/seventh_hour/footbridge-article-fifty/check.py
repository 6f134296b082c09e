import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("short.txt")
text = read("short.txt").strip()
no_placeholder(text)
must_say(text, r"bridge", r"clos|shut|out of use", r"rot(?:ten|ted|ting)?\b|decay", r"steel", r"(?-i:\bMay\b)")
need(has_number(text, 240000) or re.search(r"\b240\s?k\b|\b240 thousand", text, re.I), "does not say 240,000")
only_numbers(text, 240000, 240, 20, 3, 2, 50)
must_not_say(text, r"(?:open|finish|complet|ready)\w*\s+(?:\w+\s+){0,2}(?:october|february)", r"(?:clos|shut)\w*\s+(?:since|in)\s+(?:may|october)", r"\$|£")
need(min(word_count(text), len(text.split())) <= 50, f"{word_count(text)} words")
need(word_count(text) >= 10, f"only {word_count(text)} words")
