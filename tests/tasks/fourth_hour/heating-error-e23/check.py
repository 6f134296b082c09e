import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()

need(has_number(OUTPUT, 26), "the number of errors")
must_say(OUTPUT, r"2025-01-27|\b27(?:st|nd|rd|th|\.)?(?: of)? jan|jan(?:uary|\.)? (?:the )?27(?:st|nd|rd|th)?\b|\b27[./]0?1\b|\b0?1/27\b")
need(not re.search(r"\b(?!26\b)\d+\s*(?:times|errors|occurrences)", OUTPUT), "another number")
need(word_count(OUTPUT) <= 150, "a long answer")
