import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {}

text = answer(600)
rest = re.sub(r"26[.,]2\s*(miles|mi)\b", " ", flat(text))
need(claims(rest, 42.18, 0.031), "26.2 miles are 42.2 km")
