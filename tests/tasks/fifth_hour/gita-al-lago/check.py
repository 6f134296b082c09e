import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


must_say(OUTPUT, r"\b0?6[:.,h ]+45\b|sei e quarantacinque|sette meno un quarto|sei e tre quarti|quarter to seven")
must_not_say(OUTPUT, r"(?:part\w*|leaves)\b(?:(?!6[:.]45)[^.\n]){0,30}\b(?:0?6[:.]30|17[:.]30|10[:.]15)", r"pullman[^.\n]{0,15}\b6[:.]30\b")
need(has_number(OUTPUT, 17.5), "not 17,50")
first_is(OUTPUT, r"17[.,]50?\b", r"25[.,]50?\b", r"\b22\b", r"\b38\b")
need(word_count(OUTPUT) <= 100, "a long answer")
