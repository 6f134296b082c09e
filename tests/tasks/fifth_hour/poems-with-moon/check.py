import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


must_say(OUTPUT, r"harbour", r"lullaby", r"snowfall")
must_not_say(OUTPUT, r"autumn", r"kettle", r"night[_ ]train", r"old[_ ]garden")
need(word_count(OUTPUT) <= 120, "a long answer")
