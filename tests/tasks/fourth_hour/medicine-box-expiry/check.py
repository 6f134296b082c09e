import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()

items = json.loads(original("medicine.json"))["items"]
for item in items:
    pattern = r"\b" + item["what"].replace(" ", r"[\s_-]+").rstrip("s") + r"s?\b"
    if item["expires"] < "2025-07-01":
        must_say(OUTPUT, pattern)
    else:
        must_not_say(OUTPUT, pattern)
