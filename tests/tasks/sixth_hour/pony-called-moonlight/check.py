import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
touched = [name for name in given() if re.search(r"\bStella\b", original(name))]
unchanged(*touched)
nothing_new()
for name in touched:
    need(read(name).rstrip() == re.sub(r"\bStella\b", "Moonlight", original(name)).rstrip(), f"{name} is not as it should be")
