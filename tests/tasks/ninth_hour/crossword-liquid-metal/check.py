import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
must_say(OUTPUT, r"\bmercury\b")
first_is(OUTPUT, r"\bmercury\b", r"\b(?:silver|hafnium|gallium|uranium|lithium|hydrogen|magnesium|bismuth|iridium|cadmium|wolfram)\b")
must_not_say(OUTPUT, r"not mercury", r"mercury (?:is|does|would)(?: not|n't) (?:it|right|fit)")
