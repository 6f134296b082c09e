import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("*.txt", "*.md", "*.eml")
fresh = sorted(listing(".") - given())
need(len(fresh) <= 1, f"several new files: {fresh}")
text = read(fresh[0]) if fresh else OUTPUT
no_placeholder(text)

must_say(text, r"rehears", r"thursday", r"\b16", r"tuesday|\b14", r"may\b", r"\b(7|19)\s?[.:h]\s?30|half past seven", r"parish hall", r"paint", r"school", r"black folder")
must_not_say(text, r"(?:from|instead of|rather than|not on|isn't on|not be on|not be held on|not take place on|not)\s+(?:on\s+)?(?:\w+,?\s+)?(?:thursday|16)", r"parish hall (?:is being|is getting|will be|gets) painted", r"\b7[.:]30\s?a\.?m")
only_numbers(re.sub(r"\b(\d\d)\.", r"\1 ", text), 14, 16, 7, 30, 7.3, 19, 19.3, 5)
at = text.rfind("Miriam")
need(at >= len(text) / 2 or re.search(r"from:\s*miriam", text, re.I), "is not from Miriam")
hello = re.search(r"^\s*(?:dear|hi|hello|hey)\s+([a-z]+)", text, re.I | re.M)
need(not hello or hello[1].lower() in ("all", "everyone", "everybody", "choir", "singers", "members", "fellow", "friends", "team", "our", "choristers", "there", "together", "my", "to", "again", "the"), f"addresses {hello and hello[1]}")
need(35 <= word_count(text) <= 150, f"{word_count(text)} words")
