import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"\b21[:.h]\s?53\b|\b0?9[:.]53\s*(?:p\.?\s?m|in the evening|at night)")
must_not_say(OUTPUT, r"\b(?:(?:is over|ends|end|ending|finish(?:es)?|over)\s+(?:at|around|by)\s+)(?!(?:about\s+)?(?:\*\*)?(?:21[:.h]\s?53|0?9[:.]53))\d", r"\b0?9[:.]53\s*a\.?m")
