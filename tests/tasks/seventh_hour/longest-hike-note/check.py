import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("longest.txt")
text = read("longest.txt")
must_say(text, r"Old Mill Trail")
need(has_number(text, 17.6, words=False), "does not say 17.6")
must_not_say(text, r"Ridge|Lake|Castle|Fern")
only_numbers(text, 17.6, 2024, 5, 18)
