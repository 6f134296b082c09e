import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
BELOW = {r"neck[ -]?strips?": 6, r"(disposable )?capes?": 75, r"(nitrile )?gloves?": 17, r"peroxide( bottles?)?": 3}
ENOUGH = (r"shampoo", r"colou?r brush", r"foil", r"hair clip", r"towel", r"wax", r"mirror", r"spray")
text = re.sub(r"(?m)^\s*\d+[.)]\s+", "", OUTPUT)
places = []
for pattern in (*BELOW, *ENOUGH):
    found = [match for match in re.finditer(pattern, text, re.I)]
    need(found or pattern in ENOUGH, f"does not name {pattern}")
    places += [(match.start(), match.end(), pattern) for match in found]
places.sort()
after, before = {}, {}
for index, (start, end, pattern) in enumerate(places):
    following = places[index + 1][0] if index + 1 < len(places) else len(text)
    previous = places[index - 1][1] if index else 0
    after.setdefault(pattern, []).append(text[end:following])
    before.setdefault(pattern, []).append(text[previous:start])
    if pattern in ENOUGH:
        line = text[text.rfind("\n", 0, start) + 1:(text.find("\n", end) + 1 or len(text) + 1)]
        need(re.search(r"exactly|equal|\bat (the|its|their)\b|not below|enough|no need|fine|\bok\b|above|sufficient", line, re.I), f"names {pattern} too")
need(any(all(any(has_number(part, value) for part in parts.get(pattern, ())) for pattern, value in BELOW.items()) for parts in (after, before)), "the numbers to order are not right")
