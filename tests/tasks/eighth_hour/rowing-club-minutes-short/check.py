import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

def day(number, month, index):
    """A pattern for a day of a month in the usual ways of writing it."""
    return (rf"\b0?{number}(?:st|nd|rd|th)?\.?\s*(?:of\s+)?{month}|{month}\w*\.?\s+(?:the\s+)?0?{number}(?:st|nd|rd|th)?\b"
            rf"|\b0?{number}[./-]0?{index}\b|\b0?{index}[./-]0?{number}\b")



accepted()
text = read("summary.md")
need(25 <= word_count(text) <= 125, f"{word_count(text)} words")
must_say(text, r"\b48\b", r"Moorhen|old four", r"\bs(?:ell|old|ale|elling)\b", r"party", day(28, "Jun", 6), r"Karim", r"quote|offer|estimate|quotation", r"roof", day(10, "May", 5),
         r"Lucy", day(30, "Apr", 4))
must_not_say(text, r"(?:decided|agreed|approved|will) to (?:buy|get|purchase) (?:a )?(?:new )?trailer|trailer (?:will|is to|to) be (?:bought|purchased)|(?:buy|purchase of) a (?:new )?trailer was (?:agreed|approved|decided)",
             r"\b48 (?:euros )?to 42")
for sentence in re.split(r"(?<=[.;!])\s|\n", text):
    need("sailing club" not in sentence or re.search(r"turned|reject|declin|refus|\bnot\b|n't|without|parking|alone|\bno\b", sentence), "the party is with the sailing club")
    for word, other in (("Lucy", "quotes?|roof"), ("Pete", "quotes?|roof|members about"), ("Hugo", "quotes?|roof")):
        need("Karim" in sentence or "Lucy" in sentence and word != "Lucy" or not (word in sentence and re.search(other, sentence)), f"{word} has the wrong task")
only_numbers(re.sub(r"(?m)^\s*\d+[.)]\s", "", text), *[value for values in numbers(original("minutes.txt")) for value in values], 2, 3, 4, 5)
no_placeholder(text)
unchanged()
nothing_new("summary.md")
