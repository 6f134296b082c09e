import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
RIGHT = r"Gluten,? Myths (and|&) Mum"
OTHERS = ['Why\\ We\\ Bake', 'Sourdough\\ for\\ Cowards', 'The\\ Village\\ Oven', 'Rye\\ and\\ Reason', 'Listener\\ Disasters', 'Back\\ to\\ the\\ Kitchen', 'Pretzels\\ at\\ Midnight', 'A\\ Miller\\ Speaks', 'Bread\\ in\\ Wartime', 'Crumbs\\ and\\ Thanks', 'Flatbread\\ Summer', 'The\\ Brioche\\ Debate']
must_say(OUTPUT, RIGHT)
near = re.search(r"(most|highest|top)\b[^.\n]{0,60}" + RIGHT, OUTPUT, re.I) or re.search(RIGHT + r"[^.\n]{0,60}\b(most|highest|top)\b", OUTPUT, re.I)
if not near:
    first_is(OUTPUT, RIGHT, *OTHERS)
need(has_number(OUTPUT, 9147), "the total of season 2 is missing")
