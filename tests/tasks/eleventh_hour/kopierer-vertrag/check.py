import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 4000), "does not say 4000 pages")
first_is(OUTPUT, r"(?<![\d.,])(4[. '’]?000|viertausend)(?!\d)", r"(?<![\d.,])500(?!\d)")
CENT = r"(?<![\d.,])(1[,.]20?(?!\d)\s*(ct|cent)|0[,.]0120?(?!\d)\s*(€|eur))|(€|eur(o)?)\s*0[,.]012"
first_is(OUTPUT, CENT, r"(?<![\d.,])6[,.]5|0[,.]065")
must_say(OUTPUT, r"31\.?\s*(dezember|dez\.?|12\.?)\s*,?\s*(20)?26|2026-12-31|31/12/(20)?26")
must_not_say(OUTPUT, r"(spätestens|bis( zum)?)\s+(zum\s+)?(31\.\s*(märz|0?3\.)\s*2027|1\.\s*april)(?=[^.]{0,40}kündig)")
