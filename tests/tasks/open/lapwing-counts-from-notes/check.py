import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'notes/day1.txt': '744d6116457081fe1198',
 'notes/day2.txt': '391aa0ae4e80ae1bdd8d',
 'notes/day3.txt': '086c459b65d692e137ba',
 'notes/day4.txt': '4f83108493b06d032be7',
 'notes/day5.txt': 'dd44d5825d781a3e460f',
 'notes/day6.txt': '108599e00505e2b29cd6'}
COUNTS = [('North Marsh', (2024, 4, 2), 14),
 ('Tern Island', (2024, 4, 4), 0),
 ('Old Weir', (2024, 4, 5), 27),
 ('Reed Bay', (2024, 4, 7), 11),
 ('North Marsh', (2024, 4, 9), 9),
 ('Clay Pits', (2024, 4, 12), 16)]

accepted()
unchanged()
rows = table("lapwings.csv")
for row in rows[1:]:
    assert any(re.fullmatch(r"2024-04-\d\d", c) for c in row), f"no date like 2024-04-02 in {row}"
same_rows(rows, COUNTS, ordered=True)
