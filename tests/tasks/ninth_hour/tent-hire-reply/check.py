import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("reply.txt")
text = read("reply.txt").strip()
need(25 <= word_count(text) <= 260, "the length")
no_placeholder(text)
must_say(text[:260], r"Lindqvist|Ingrid")
must_say(text[-120:], r"\bTom\b")
must_say(text, r"Marquee", r"June\W+(the\W+)?14|14(th)?\W+(of\W+)?June|\b14[./]0?6\b|\b0?6/14\b",
         r"set\w*[\s-]+(it |the \w+ |everything )?up|set-?up|put\w*\s+(it |the \w+ |everything )?up|pitch|erect|assembl|install|build")
need(has_number(text, 290, words=False), "no price")
need(has_number(text, 150, words=False), "no deposit")
must_say(text, r"deposit")
only_numbers(text, 0, 14, 14.06, 6, 12, 290, 150, 440, 60, 80, 2024, 2025, 2026)
rest = re.sub(r"(?i)feel free|\bfree (on|that|for|to|at)\b", "", text)
must_say(rest, r"free|complimentary|no (\w+ )?(cost|charge|fee)|no (extra|additional|further)|without (any )?(extra|additional|further)|included|nothing extra|not cost|n't cost|(extra|additional) (charge|cost)s?")
must_not_say(text, r"not available|unfortunately|set ?up fee of|fully booked|not (be )?free", r"deposit (of|is|would be|:)?\s*[€$£]?\s*290", r"up[^.\n]*not included", r"extra (charge|cost) of", r"need to (put|set) it up yourself", r"Harrow Lane\W+Tom")
