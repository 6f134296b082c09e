import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"kids?['’]?s?[-_ ]?tablet", r"smart[-_ ]?tv", r"laptop", r"printer", r"phone", r"doorbell", r"vacuum")
need(has_number(OUTPUT, 47, words=False), "the count")
must_say(OUTPUT, r"(?s)tablet\D{0,120}\b47\b|\b47\b\D{0,120}tablet")
need(word_count(OUTPUT) <= 150, "far too long")
