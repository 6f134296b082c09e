import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("tank.toml")
nothing_new()
want = original("tank.toml").replace('off = "22:00"\nlevel', 'off = "20:30"\nlevel')
need(read("tank.toml").rstrip("\n") == want.rstrip("\n"), "tank.toml is not as it should be")
