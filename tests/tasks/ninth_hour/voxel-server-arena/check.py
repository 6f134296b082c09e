import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import tomllib

accepted()
unchanged("server.toml")
nothing_new()
text = read("server.toml")
try:
    now = tomllib.loads(text)
except tomllib.TOMLDecodeError as error:
    fail(f"no toml: {error}")
want = tomllib.loads(original("server.toml"))
want["arena"]["max_players"] = 24
admins = now.get("admins")
need(isinstance(admins, list) and sorted(map(str, admins)) == ["haruka", "ola", "piet42", "tamsin"], f"admins {admins}")
want["admins"] = admins
need(now == want and type(now["arena"]["max_players"]) is int, f"values {now}")
rest = iter(re.findall(r"#[^\n]*", text))
for comment in re.findall(r"#[^\n]*", original("server.toml")):
    need(any(comment.strip() == other.strip() for other in rest), f"lost {comment}")
