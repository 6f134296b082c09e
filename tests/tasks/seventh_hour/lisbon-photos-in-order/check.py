import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
photos = sorted(name for name in given() if name.endswith(".jpg"))
unchanged(*photos)
nothing_new("lisbon-[1-6].jpg")
for place, name in enumerate(photos, 1):
    need(not os.path.exists(name), f"{name} is still there")
    need(read(f"lisbon-{place}.jpg") == original(name), f"lisbon-{place}.jpg is another photo")
