import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
plate = r"MR\W?BM\W?599\b"
first_is(OUTPUT, plate, r"\b(?:KB|LN|MR|ST|WH)-(?!BM 599)[A-G][H-N] \d+")
rest = re.sub(r"\b[A-Z]{2}\W?[A-Z]{2}\W?\d{3}\b", "", OUTPUT)
need(has_number(rest, 83), "not 83")
only_numbers(rest, 83, 63, 4600, 180, 1, 2)
