import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("screen.json")
nothing_new()
try:
    got = json.loads(read("screen.json"))
except ValueError as error:
    fail(str(error))
want = json.loads(original("screen.json"))
want["content"]["language"] = "fr"
want["display"]["brightness"] = 65
need(got == want, f"the settings: {got}")
need(got["display"]["clock"] is True, "the clock")
