import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
def plain(text):
    return [re.sub(r"\s+#", " #", line.rstrip()) for line in text.rstrip().split("\n")]
head, tail = original("garden.toml").split("[zones.greenhouse]")
right = head + "[zones.greenhouse]" + tail.replace("minutes = 12", "minutes = 20", 1)
need(plain(read("garden.toml")) == plain(right), "garden.toml is not as wanted")
unchanged("garden.toml")
nothing_new()
