import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"(?<![\d.,])104[.,]4(?!\d)", r"98[.,]7", r"97[.,]9", r"61[.,]2", r"60[.,]7")
must_say(OUTPUT, r"2025-10-23|(?<!\d)23(rd)?\.? (of )?oct|oct(ober|\.)?,? (the )?23|23[./]10|10/23", r"16[:.h]35|\b4[:.]35 ?p\.?m")
