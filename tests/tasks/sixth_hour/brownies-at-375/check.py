import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
values = [value for found in numbers(OUTPUT) for value in found]
need(any(190 <= value <= 191 for value in values), "not about 190 degrees")
need(not re.search(r"(?:=|\bis|≈|about|approximately|equals)\s*\**(?!375|190|191)\d{3}(?:\.\d+)?\s*(?:°\s*C|C\b|degrees? C|Celsius)", OUTPUT, re.I), "another temperature")
