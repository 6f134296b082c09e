import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'copyshop.toml': '459ec12bff9f514405aa'}
WANTED = ('# Copy shop in the student house\n'
 'name = "Copies & Co"\n'
 '\n'
 '[opening]\n'
 'weekdays = ["09:00", "18:00"]\n'
 'saturday = ["10:00", "13:00"]   # closed in August\n'
 'sunday = []\n'
 '\n'
 '[prices.members]\n'
 'black = 0.05\n'
 'colour = 0.25\n'
 '\n'
 '[prices.guests]\n'
 'black = 0.10\n'
 'colour = 0.40                   # raised last winter\n'
 'binding = 2.50\n'
 '\n'
 '[machine]\n'
 'tray = 2\n'
 'pages_per_job = 35\n')

accepted()
nothing_new()
tidy = lambda t: [" ".join(l.split()) for l in t.replace("\r\n", "\n").strip().split("\n")]
got, want = tidy(read("copyshop.toml")), tidy(WANTED)
got = [re.sub(r"^colour = 0\.4 #", "colour = 0.40 #", re.sub(r"\[ ?'?\"?10:00['\"], ?['\"]13:00['\"] ?\]", '["10:00", "13:00"]', l)) for l in got]
assert got == want, f"copyshop.toml differs: {[l for l in got if l not in want] or [l for l in want if l not in got] or 'order or number of lines'}"
