import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
OUTPUT = OUTPUT.replace("*", "")
DURATION = r"(?<![\d.:])(?:12\s*(?:h|hrs?|hours?|std\.?|stunden)\b\.?,?\s*(?:and|und|&)?\s*45|12\s?h\s?45|12:45|12[.,]75\s*(?:h|hours?)|765\s*min|twelve hours,? and forty-five|12 ?¾|12 and three[- ]quarters|12 3/4)"
must_say(OUTPUT, DURATION)
must_not_say(OUTPUT, r"(flight (time |duration )?(is|takes|lasts)|answer( is)?:?)\s*(about |exactly |therefore |thus )?(18|24|13|11|6|10)\b", r"(lands?|landing|arriv\w+|departs?|leaves?)[^.\n]{0,30}12:45")
