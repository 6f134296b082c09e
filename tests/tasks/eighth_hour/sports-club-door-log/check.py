import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

def day(number, month, index):
    """A pattern for a day of a month in the usual ways of writing it."""
    return (rf"\b0?{number}(?:st|nd|rd|th)?\.?\s*(?:of\s+)?{month}|{month}\w*\.?\s+(?:the\s+)?0?{number}(?:st|nd|rd|th)?\b"
            rf"|\b0?{number}[./-]0?{index}\b|\b0?{index}[./-]0?{number}\b")



accepted()
must_say(OUTPUT, day(9, "May", 5))
first_is(OUTPUT, r"\b18[:.h]\s?47|\b0?6[:.]47(?::12)?\s*p", r"20[:.]05", r"17[:.]31", r"17[:.]58", r"19[:.]20", r"18[:.]49")
first_is(OUTPUT, r"\bgym", r"boathouse", r"\boffice", r"\bmain\b")
unchanged()
nothing_new()
