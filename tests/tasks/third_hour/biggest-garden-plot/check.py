import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"\bB2\b", r"\b(?:A1|A2|A3|A4|A5|B1|B3|B4|B5|C1|C2|C3|C4)\b")
first_is(OUTPUT, r"\bLeclerc\b", r"\b(?:Whitby|Aksoy|Ridley|Voss|Zielinski|Okafor|Sato|Pohl|Marsh|Patel|Petrov|Cartwright|Romano)\b")
