import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

def stands_out(text, value, *free):
    """The value is the first or the last number of the text, but for those that say nothing (years, counts in the question)."""
    values = [found for found in numbers(text) if not any(number in found for number in free)]
    hit = [any(abs(reading - value) < 0.006 for reading in found) for found in values]
    need(any(hit), f"does not say {value}")
    need(hit[0] or hit[-1], f"{value} is not the answer")


accepted()
stands_out(OUTPUT, 192.5, 2025, 7)
unchanged()
nothing_new()
