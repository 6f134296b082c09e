import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'report.txt': '2a4b3dd1361132c580c9',
}
text = answer(900)
unchanged()
nothing_new()
n = len([w for w in text.split() if re.search(r"\w", w)])
assert 20 <= n <= 82, f"{n} words"
p = plain(text)
assert re.search(r"server|shared drive|file share|shared files", p), "what failed"
assert (re.search(r"0?9[:.]20", p) and re.search(r"11[:.]45", p)) or re.search(r"\b2 ?(h|hrs?|hours?)\b\W*(and )?25|\b2 ?h ?25|two hours (and )?(25|twenty-five)|145 ?min|2:25|(almost|nearly|about|around|roughly|approximately|approx\.?|some|over) (two and a half|2\.5|2½|2 1/2|2-?1/2) ?h|2\.4 ?h", p), "how long"
assert re.search(r"disk\b.{0,60}\b(full|filled|ran out|out of space|space)|(full|filled)\b.{0,40}\bdisk|backups?\b.{0,60}\b(fill|full)", p), "the full disk"
assert re.search(r"(no|not any|without|zero|any|nothing)\W+(\w+\W+){0,3}(data|file|document)?\w*\W*(\w+\W+){0,3}(lost|loss)|(data|files?) (was|were|is|are|has been|have been) (not lost|(fully |completely |all )?(restored|recovered))|lost (no|any)|loss: (no|none)|data lost\W+(no|none)|nothing (was|is) lost|all (the )?(data|files|documents)\W+(\w+\W+){0,3}(restored|recovered|safe)|data (is|was|are) (safe|intact|complete)", p), "no data lost"
assert has_date(text, 2025, 11, 21), "the date of the new disk"
assert not re.search(r"(caused by|due to|because of) (a )?virus", p), "it was no virus"
