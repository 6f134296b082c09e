import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 296.7, 0.06, words=False), "not the litres")
first_is(OUTPUT, r"(?<![\d.,])496[.,]07(?!\d)", r"1[.,\s]?132[.,]70?(?!\d)", r"(?<![\d.,])724[.,]8")
must_not_say(OUTPUT, r"(€|\beur(os?)?)\s*296[.,]7", r"296[.,]70?\s*(€|eur)", r"496[.,]07\s*l(it|\b)")
