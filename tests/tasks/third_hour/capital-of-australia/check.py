import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"canberra")
must_not_say(OUTPUT, r"sydney is (?:the |its |australia'?s )?(?:national )?capital", r"capital(?: city)?(?: of australia)? is (?:\*\*)?(?:sydney|melbourne|perth)", r"canberra (?:is not|isn't)", r"melbourne is")
need(not re.match(r"\W*sydney\W*$|\W*sydney\W*[.,]", OUTPUT, re.I), "Sydney")
