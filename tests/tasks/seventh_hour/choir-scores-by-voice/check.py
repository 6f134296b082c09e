import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
scores = {name: name.rsplit("_", 1)[1].rsplit(".", 1)[0] + "/" + name for name in given() if "_" in name}
unchanged(*scores)
here = {name.lower(): name for name in listing(".")}
for name, place in scores.items():
    need(not os.path.exists(name), f"{name} is still there")
    need(place in here, f"no {place}")
    need(raw(here[place]) == raw(os.path.join(FILES, name)), f"{place} has other content")
need(len(listing(".")) == len(given()), "there are more files than before")
