import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("decision.md")
nothing_new()
got, want = ([" ".join(line.split()) for line in text.split("\n") if line.strip()] for text in (read("decision.md"), original("decision.md")))
start, end = want[:-2], want[-1]
need(got[:len(start)] == start, "the text before")
need(got[-1] == end, "the text after")
middle = " ".join(got[len(start):-1])
need(re.match(r"\W*We choose:", middle) and 1 <= len(got[len(start):-1]) <= 4, "the line We choose")
must_say(middle, r"Fresh Walls")
need(has_number(middle, 1689), "the price")
only_numbers(re.sub(r"\b6 days\b", "", middle), 1689)
must_not_say(middle, r"hoffmann|nowotny|brightwall|pinsel|handyman|colour|rainbow|studio|whitehouse")
need(middle.count("We choose") == 1, "We choose twice")
