import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("letter.md")
nothing_new()
before, after = original("letter.md").strip().split("[TOTAL]")
text = re.sub(r"[ \t]+(?=\n)", "", read("letter.md").strip())
need(text.startswith(before) and text.endswith(after) and len(text) > len(before) + len(after), "the rest of the letter was changed")
filled = text[len(before):len(text) - len(after)].strip()
need(re.fullmatch(r"\[?\**(?:€|EUR|euros?)?\s*126[.,]45\s*(?:€|EUR|euros?)?\**\]?", filled, re.I) and not filled.startswith("["), f"the sum is {filled}")
