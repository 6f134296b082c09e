import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'shifts.csv': 'aad70adfe5732fb01ce0',
}

accepted()
unchanged()
nothing_new("totals.csv")
NAMES = ['volunteer', 'shifts', 'hours']
WANT = [('Noah Quinn', 15, 34.5),
 ('Victor Shaw', 18, 34.25),
 ('Ben Parker', 14, 29.25),
 ('Alice Reed', 13, 28.5),
 ('Frank Irving', 16, 28.25),
 ('Olive Turner', 15, 27.25),
 ('Zoe Jensen', 13, 27.0),
 ('Liam Vance', 16, 25.25),
 ('Grace Norris', 12, 23.5),
 ('Oscar Bishop', 10, 23.25),
 ('Frank Hobbs', 10, 22.75),
 ('Tessa Foster', 9, 22.5),
 ('Harry Barker', 10, 22.0),
 ('Wendy Gibbs', 10, 21.5),
 ('Zoe Dixon', 8, 20.75),
 ('Olive Nolan', 7, 19.75),
 ('Peter Kelly', 10, 19.25),
 ('Iris Walsh', 10, 18.75),
 ('Colin Underwood', 10, 18.75),
 ('Frank Ellis', 9, 17.75),
 ('Victor Dawson', 9, 17.25),
 ('Martin Lowe', 14, 16.5),
 ('Grace Harper', 9, 14.0),
 ('Zoe Marsh', 6, 13.0),
 ('Ruth Osborne', 8, 13.0),
 ('Iris Collins', 9, 12.25),
 ('Ben Yates', 7, 9.25),
 ('Martin Carver', 4, 8.75),
 ('Iris Fisher', 11, 0.0)]
rows = columns("totals.csv", NAMES)
same(rows, NAMES, WANT)
hours = [number(row["hours"]) for row in rows]
assert hours == sorted(hours, reverse=True), "not in order of the hours"
