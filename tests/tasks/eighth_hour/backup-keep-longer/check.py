import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import tomllib
accepted()
unchanged("nightly.toml")
nothing_new()
text = read("nightly.toml")
try:
    data = tomllib.loads(text)
except tomllib.TOMLDecodeError:
    fail("no toml any more")
right = tomllib.loads(original("nightly.toml"))
right["backup"]["keep_days"] = 30
right["backup"]["start"] = "02:30"
need(data == right, "the values")
comments = [comment.strip() for comment in re.findall(r"#.*", original("nightly.toml"))]
need([comment.strip() for comment in re.findall(r"#.*", text)] == comments, "the comments")
for key, comment in re.findall(r"(?m)^(\w+) *=.*(#.*)$", original("nightly.toml")):
    need(any(re.match(key + r"\s*=", line.strip()) and line.rstrip().endswith(comment.strip()) for line in text.split("\n")), "a comment is elsewhere")
