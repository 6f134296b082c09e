import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
must_say(OUTPUT, r"\b0?4[:.]30\b(?!\s*p)|half past four|four thirty|half four")
must_not_say(OUTPUT, r"\b0?4[:.]30\s*(?:p\.?m|in the (?:afternoon|evening))", r"\b(?:14|16)[:.]30\b", r"\b0?[35][:.]30\b(?![^.]*(?:daylight|summer|dst|clock))", r"\b(?:six|6|seven|7|eight|8) hours")
