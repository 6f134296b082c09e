import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import tomllib

accepted()
unchanged("printer.toml")
nothing_new()
try:
    got = tomllib.loads(read("printer.toml"))
except tomllib.TOMLDecodeError as error:
    fail(str(error))
want = tomllib.loads(original("printer.toml"))
want["paper"]["size"] = "A5"
want["paper"]["duplex"] = False
need(got == want, f"the settings: {got}")
must_say(read("printer.toml"), r"# printer of the office, second floor", r"# A4, A5 or letter", r"# toner is expensive")
