import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "cookbook.xml": "887229323302935a178e89373195da9d84e8549febb08941c420d5176e2d2823"
}

ALL = ['Lentil stew', 'Courgette fritters', 'Trout in butter', 'Pea risotto', 'Chickpea salad', 'Chicken skewers', 'Spinach omelette', 'Stuffed peppers', 'Mushroom toast', 'Bean chilli', 'Sardine pasta', 'Baked feta']
WANT = ['Courgette fritters', 'Chickpea salad', 'Spinach omelette', 'Mushroom toast']

text = answer()
intact()
need("<" not in text, "the raw file instead of the titles")
for title in ALL:
    there = low(title) in low(text)
    need(there == (title in WANT), "%s %s" % (title, "is missing" if title in WANT else "does not belong there"))
