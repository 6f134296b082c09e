import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
text = re.sub(r"(lose|losing|keeps?|retains?|forfeit\w*|pay|remaining|other|rest|non-refundable|not refund\w*)\b[^.;\n]{0,30}?\b495\b(\.00)?|\b495\b(\.00)?[^.;,\n]{0,25}(lost|kept|keeps|forfeit\w*|retained|not|non)", "", OUTPUT, flags=re.I)
need(has_number(text, 165, words=False), "the sum is missing")
need(not re.search(r"(lose|losing|keeps?|retains?|forfeit\w*)\b[^.;\n]{0,20}\b165\b", text, re.I), "has it the wrong way round")
must_not_say(text, r"\b495\b", r"\b(get|receive|refund(ed)?( of)?|back)\b[^.;\n]{0,15}\b330\b")
