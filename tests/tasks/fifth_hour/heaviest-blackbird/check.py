import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


need(has_number(OUTPUT, 131.4), "not 131.4")
first_is(OUTPUT, r"old[_ ]quarry", r"mill pond", r"north hedge", r"churchyard", r"station garden")
need(not re.search(r"(?<![\d.])(?!131\.4)\d{2,3}[.,]\d\s*(?:g\b|grams?)", OUTPUT.split("131")[0]), "another weight first")
need(word_count(OUTPUT) <= 100, "a long answer")
