import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
morning = r"(?:\b0?9(?:[:.]00)?|\bnine)(?: ?a\.?m\.?)?(?: ?h\b)?(?: o['’]clock)?(?: in the morning)?"
noon = r"(?:13(?:[:.]00)?\b|1(?:[:.]00)? ?p\.?m|(?:1|one)(?: o['’]clock)? in the afternoon|one ?p\.?m)"
must_say(OUTPUT, morning + r"[^\d.]{1,25}" + noon)
must_not_say(OUTPUT, r"(?:not allowed|forbidden|no drilling|not permitted) on saturdays?\b(?! after| before| outside)", r"saturdays? (?:drilling |it )?is (?:not allowed|forbidden)")
at = re.search(morning + r"[^\d.]{1,25}" + noon, OUTPUT, re.I).start()
other = re.search(r"\b0?8(?:[:.]00)?(?: ?a\.?m\.?)?[^\d.]{1,20}(?:12|13|19|7)|\b(?:14(?:[:.]00)?|2(?:[:.]00)?(?: ?p\.?m\.?)?)[^\d.]{1,20}(?:19|7)", OUTPUT, re.I)
need(not other or says(OUTPUT, r"weekday|week days|monday|during the week"), "other times too")
