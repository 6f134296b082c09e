import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


need(has_number(OUTPUT, 166.25), "not 166,25")
only_numbers(OUTPUT, 166.25, 458.75, 292.5, 45.5, 38, 62.75, 20, 4, 6, 10)
need(word_count(OUTPUT) <= 100, "a long answer")
