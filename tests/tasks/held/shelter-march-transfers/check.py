import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "donations.csv": "c373a806e957e869988ba50d707fc381a9bed608cbe7ab8cabedb5b722bbebb5"
}

VALUE = 275.75
TRAP = 360.75

text = answer()
intact()
need(claims(text, VALUE) or re.search(r"transfers?\b[^.\n\d]{0,20}275[.,]75", low(text)), "the sum of the transfers in March 2025 is not the answer")
need(not has_num(text, TRAP) or "2024" in text, "counts March 2024 too")
