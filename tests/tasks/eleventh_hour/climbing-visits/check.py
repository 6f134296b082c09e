import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"Ruth Calder", r"Imke Sand", r"Marco Viti", r"Tobias Renn")
need(re.search(r"Ruth Calder[\s\S]{0,120}?(?<![\d.,:-])63(?![\d:-]|[.,]\d)|(?<![\d.,:-])63(?![\d:-]|[.,]\d)[\s\S]{0,120}?Ruth Calder", OUTPUT, re.I), "not the number of check-ins")
