import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

def letter():
    """What was written: the new file if there is one, else the answer."""
    fresh = sorted(listing(".") - given())
    need(len(fresh) < 2, f"several files: {fresh}")
    return (read(fresh[0]) if fresh else OUTPUT).replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'")



accepted()
nothing_new("*.txt", "*.md")
text = letter().strip()
need(20 <= word_count(text) <= (84 if listing(".") - given() else 96), "the length")
no_placeholder(text)
must_say(text, r"water", r"Thursday", r"(\b9(th)?\W+(of\W+)?Oct)|(Oct\w*\W+(the\W+)?9)", r"\b0?8[:.]30", r"\b12\b|noon", r"plumber", r"valve", r"bucket", r"fill|store|have|ready|prepare", r"Jovan", r"(4th|fourth)\W+floor", r"\bleft\b")
only_numbers(text, 9, 8, 30, 8.30, 12, 0, 4, 2025, 80)
must_not_say(text, r"\b(Monday|Tuesday|Wednesday|Friday|Saturday|Sunday)\b", r"hot water", r"12[:.]?\d*\s*a\.?m", r"8[:.]30\s*p\.?m")
