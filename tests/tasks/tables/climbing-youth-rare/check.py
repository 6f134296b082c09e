import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'members.csv': '92884b7d494eaf26cfe9',
    'visits.csv': '95395cbf7c2a585eb06b',
}

accepted()
unchanged()
nothing_new("rare.csv")
NAMES = ['number', 'name', 'visits']
WANT = [(2006, 'Olive Lowe', 0),
 (2057, 'Peter Underwood', 0),
 (2243, 'Grace Dawson', 0),
 (2033, 'Dora Carver', 1),
 (2117, 'Oscar Osborne', 1),
 (2159, 'Noah Hobbs', 1),
 (2009, 'Dan Turner', 2),
 (2024, 'Emma Abbott', 2),
 (2066, 'Oscar Nolan', 2),
 (2168, 'Ben Collins', 2),
 (2249, 'Carla Norris', 2),
 (2318, 'Frank Underwood', 2),
 (2321, 'Emma Reed', 2)]
rows = columns("rare.csv", NAMES)
same(rows, NAMES, WANT)
visits = [number(row["visits"]) for row in rows]
assert visits == sorted(visits), "not in order of the visits"
