import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'tent.txt': 'd21c57f4aedd403e526f',
}

unchanged()
nothing_new()
text = OUT + " " + QUESTION
low = plain(text)
assert not re.search(r"\b(?:\d+|one|two|three|four|five|ten|twelve|a|lifetime)[- ]+(?:years?|months?|lifetime)\b|\blifetime\b|\bfor life\b", low), "a warranty is invented"
assert not re.search(r"(?:warranty|guarantee)\b(?: \w+){0,4} (?:is|lasts|of|for|covers)\b(?: \w+){0,3} (?:30|2|two|thirty) days", low), "this is not the warranty"
if STATUS == "accepted":
    answer(1000)
    assert re.search(r"(?:(?:does|did|do|could|can|is|was|were|are) ?not|n't)\b(?: \w+){0,3} (?:say|mention|stat|contain|giv|specif|tell|find|found|includ|list|provid|indicat|describ|know|determin|answer|any\b)"
        r"|\b(?:no|without any) (?:\w+ ){0,3}(?:warrant|guarant|information|mention|detail|word|statement|answer)|\bnothing\b.{0,40}(?:warranty|guarantee)"
        r"|\bnot (?:\w+ ){0,2}(?:mentioned|stated|specified|given|found|included|in the|in tent|in this|there|available|listed|provided)|\bnowhere\b|unable to (?:find|tell|say)|\b(?:missing|unknown|unspecified)\b", low), "it is not said that the text does not tell"
    assert says(text, "warranty", "guarantee", "it", "this", "that"), "of what?"
    assert not re.search(r"\bno warranty (?:for|on) (?:the|this|your) tent\W*$", low), "the text does not say that there is none"
