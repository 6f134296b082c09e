import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("server.toml")
nothing_new()


def lines(text):
    return [re.sub(r"\s*=\s*", " = ", re.sub(r"\s+", " ", line.strip())) for line in text.strip().split("\n")]


old, new = lines(original("server.toml")), lines(read("server.toml"))
start = old.index("[survival]")
want = list(old)
want[start + 1] = old[start + 1].replace("max_players = 8", "max_players = 12")
want[start + 2] = old[start + 2].replace("pvp = true", "pvp = false")
strip = lambda rows: [row for row in rows if row]
need(strip(new) == strip(want), "not just the two values")
