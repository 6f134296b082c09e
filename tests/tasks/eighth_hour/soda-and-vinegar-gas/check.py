import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
first_is(OUTPUT, r"carbon[ -]?dioxide|\bco(?:2|₂)|\bco_?\{?2\b|kohlen(?:stoff)?dioxid", r"carbon monoxide", r"\bhydrogen(?: gas)?\b(?![ -]?(?:carbonate|ion|bond|atom))", r"\boxygen\b", r"\bchlorine\b", r"\bnitrogen\b", r"\bammonia\b", r"\bmethane\b")
must_not_say(OUTPUT, r"(?:not|isn['’]t|rather than|no) (?:carbon dioxide|co2|co₂)", r"(?:is|called|produces|releases) (?:oxygen|chlorine|hydrogen gas|methane|ammonia)")
