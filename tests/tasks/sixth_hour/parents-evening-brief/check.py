import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("summary.txt")
text = read("summary.txt")
need(15 <= word_count(text) <= 60, f"{word_count(text)} words")
must_say(text, r"\b12(?:th)?(?: of)? sep|sep\w* (?:the )?12|\b12\.(?:0?9|\s*sep)", r"3[.,]80|3\.8\b", r"\blunch", r"\bshed\b", r"\btrip\b|\bmuseum\b|harwick")
only_numbers(text, 4, 5, 12, 3.8, 3.4, 17, 3, 2400, 2, 9)
for sentence in re.split(r"\n|\.(?!\d)", text):
    if says(sentence, r"\b5(?:th)? sep|sep\w* 5\b"):
        must_say(sentence, r"\bfrom\b|instead|moved|original|\bnot\b|resched|postpon|chang|→|->|shift|\bwas\b|\bpush")
no_placeholder(text)
