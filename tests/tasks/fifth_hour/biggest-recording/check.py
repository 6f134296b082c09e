import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


first_is(OUTPUT, r"blackcap[_ ]dawn", r"\bowl\b", r"curlew", r"duval", r"okoro", r"choir[_ ]practice", r"old[_ ]concert", r"readme", r"questions")
need(not re.search(r"\b(?:15[., ]?210|8[., ]?873|5[., ]?580)\b", OUTPUT.split("duval")[0].split("curlew")[0].split("old_concert")[0]), "another size")
need(word_count(OUTPUT) <= 100, "a long answer")
