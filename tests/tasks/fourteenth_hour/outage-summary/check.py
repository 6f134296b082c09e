import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("summary.txt")
text = read("summary.txt")
need(25 <= word_count(text) <= 100, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"\bS:|shared (drive|disk|folder)|drawing office", r"full|space|sav(e|ing)|writ", r"\blog", r"\bCAD\b|update")
hours = re.search(r"\b3[.,]5[- ]?h|\b3 ?½|three[- ]and[- ]a[- ]half|3 ?(h|hours?),? (and )?(30|a half)|3 1/2|210 ?min|3:30|three hours,? (and )?(30|thirty)|3h ?30", text, re.I)
span = re.search(r"8[:.]10", text) and re.search(r"11[:.]40", text)
need(hours or span, "how long it lasted is missing")
measures = [re.search(pattern, text, re.I) for pattern in (
    r"80 ?(%|per ?cent)|(warn|alert|notif|messag)\w*[^.]{0,60}(whole|all of|entire|team|everyone in)", r"(own|separate|dedicated|different|another|individual)\b[^.]{0,30}(disk|drive|volume)|(disk|drive|volume) (of (their|its) own|(just )?for (the |all )?log)",
    r"(updates?|versions?)[^.]{0,80}\b(tr(y|ied|ial)|test|pilot)|\b(tr(y|ied|ial|ying)|test|pilot)\w*\b[^.]{0,60}(updates?|one PC|single PC|versions?)")]
need(sum(bool(found) for found in measures) >= 2, "the measures are missing")
must_not_say(text, r"\b(hack|attack|virus|malware|power (cut|failure))", r"(?<!no )(?<!not )\b(files|data) (were|was|got) lost")
only_numbers(text, 8, 8.1, 8.10, 10, 11, 11.4, 40, 14, 13, 15, 31, 2025, 46, 640, 80, 100, 3.5, 3, 30, 210, 19, 19.0, 0, 2, 5, 1, 8.16, 16, 10.5, 50)
