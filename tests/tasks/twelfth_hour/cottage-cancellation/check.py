import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 336), "does not say 336")
must_not_say(OUTPUT, r"(lose|forfeit|keep|retain|charged?|deduct\w*|withh\w+)(?:(?!get|back|rece|refund)[^.,;\n]){0,30}\b336", r"\b336\b[^.,;\n]{0,25}(is|are|will be|would be) (lost|kept|forfeit\w*|withheld|charged|deducted)")
must_not_say(OUTPUT, r"\b(588|252|210|630|311|361)(?![\d])", r"(get|receive|refund of|pay|paid) (you )?(back )?(the |a )?(full |whole |total )?£? ?(504|840) ?(£|pounds )?(back|refund|if|from|according)", r"you('ll| will| would)? (get|receive) (no|nothing)\b")
