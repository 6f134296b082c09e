import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 5), "does not say 5 days")
need(has_number(OUTPUT, 40) or says(OUTPUT, r"\bcuarenta\b"), "does not say 40 euros")
only_numbers(OUTPUT, 5, 40, 23, 30, 23.3)
must_not_say(OUTPUT, r"\b(40|cuarenta)\s*d[ií]as", r"(?<![\d.,])(5|cinco)\s*(€|euros)", r"\bsesenta\b|\bcatorce\b",
             r"\b(the|you|must|days|deposit|advance|and)\b", r"\$|£")
