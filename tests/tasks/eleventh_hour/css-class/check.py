import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
for name in sorted(given()):
    wanted = re.sub(r"(?<![\w-])teaser(?![\w-])", "news-card", original(name))
    got = read(name)
    need([line.rstrip() for line in got.rstrip().split("\n")] == [line.rstrip() for line in wanted.rstrip().split("\n")], f"{name} is not as it should be")
