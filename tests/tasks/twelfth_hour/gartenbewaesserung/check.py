import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import tomllib

accepted()
unchanged("bewaesserung.toml")
nothing_new()
old, new = original("bewaesserung.toml"), read("bewaesserung.toml")
want = tomllib.loads(old)
want["allgemein"]["regensensor"] = True
want["rasen"]["tage"] = ["Mo", "Fr"]
want["hochbeet"]["minuten"] = 12
try:
    got = tomllib.loads(new)
except tomllib.TOMLDecodeError as error:
    fail(f"no TOML: {error}")
need(got == want, f"holds {got}")
comments = [line[line.index("#"):].strip() for line in old.split("\n") if "#" in line]
kept = [line[line.index("#"):].strip() for line in new.split("\n") if "#" in line]
for comment in comments:
    need(comment in kept, f"lost {comment}")
need([c for c in kept if c in comments] == comments, "the comments were moved")
lines = [line.strip() for line in new.split("\n")]
for line in old.split("\n"):
    if not re.match(r"regensensor|tage = \[\"Mo\", \"Mi\", \"Fr\", \"So\"\]|minuten = 8", line):
        need(line.strip() in lines, f"changed {line}")
