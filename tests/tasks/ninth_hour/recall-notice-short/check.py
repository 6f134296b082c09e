import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
text = OUTPUT.strip()
first, _, rest = text.partition("\n")
if rest and first.rstrip("* ").endswith(":") and re.search(r"summar|version|text|words|here", first, re.I):
    text = rest.strip()
text = re.sub(r"\n\W*\(?\d+ words\)?\W*$", "", text)
need(18 <= word_count(text) <= 72, f"{word_count(text)} words")
must_say(text, r"nimbo[\s-]*2", r"catch|latch|\bleg\b", r"crack|break|fold|collaps|fail|\bweak|too little|fault|defect")
must_say(text, r"stop|not use|do(?:n't| not) use|no longer use|out of use", r"return|bring|hand(?:ed)? (?:it |them |the chairs? |your chairs? )?in|hand .{0,30}\bin\b|take (?:it|them|the chair) |exchange|refund|replace|money back|price back|new chair")
facts = [value for values in numbers(original("recall_nimbo.txt")) for value in values]
only_numbers(text, *facts, 1, 2, 3)
for part in re.split(r"[.;\n]", text):
    need(not re.search(r"nimbo 1", part, re.I) or re.search(r"not\b|n't|unaffected|safe|fine", part, re.I), "Nimbo 1")
must_not_say(text, r"right (?:front )?leg", r"seriously|killed|died")
no_placeholder(text)
