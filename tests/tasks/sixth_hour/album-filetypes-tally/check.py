import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
want = {"jpg": "5", "txt": "2", "pdf": "3", "gpx": "1"}
digits = OUTPUT.lower()
for word, value in WORDS.items():
    if word in ("one", "two", "three", "four", "five", "six", "seven"):
        digits = re.sub(rf"\b{word}\b", str(value), digits)
digits = re.sub(r"\bimg_\d+\.jpg|\w+\.(?:txt|pdf|gpx)\b", "", digits)
after = re.findall(r"\b(jpg|txt|pdf|gpx)\b[^\d\n]{0,40}\n?[^\d\na-z]{0,5}(\d+)", digits)
before = re.findall(r"(\d+)[^\d\na-z]{0,6}(?:files? )?(?:with |of |type |the |ending |extension |a |an )*[^\d\na-z]{0,4}(jpg|txt|pdf|gpx)\b", digits)
one = {name: count for name, count in after}
other = {name: count for count, name in before}
need(one == want or other == want, f"the counts {one} or {other}")
