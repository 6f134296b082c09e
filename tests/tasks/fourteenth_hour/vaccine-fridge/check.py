import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"2025-06-07|(?<!\d)0?7(th)?\.? (of )?june?|june?\.? (the )?0?7(?!\d)|(?<!\d)0?7[./]0?6|(?<!\d)0?6/0?7|june? seventh", r"13[:.h]40|\b0?1[:.]40 ?p\.?m")
plain = re.sub(r"\d{4}-\d\d-\d\d|\d{1,2}:\d\d(:\d\d)?|\d+[.,]\d+", " ", OUTPUT)
need(re.search(r"(?<!\d)23(?!\d)|twenty[- ]three", plain, re.I), "the count is not 23")
for count in re.findall(r"\b(\d+)\s+(?:readings|measurements|values|times|lines|rows|entries)", plain, re.I):
    need(count in ("23", "2016", "8", "15"), f"says {count} readings")
first_is(OUTPUT, r"13[:.h]40|\b0?1[:.]40 ?p\.?m", r"\b0?8[:.]20")
