import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'loans.log': '025a4b47864abf28a1e1',
}
accepted()
unchanged()
nothing_new("still_out.csv")
same_rows([[re.sub(r"^(\d{4}-\d\d-\d\d)[ T]\d\d:\d\d$", r"\1", c) for c in row] for row in table("still_out.csv")], [('drill-09', 'M181', '2025-03-21'), ('jack-01', 'M156', '2025-03-25'), ('jack-08', 'M137', '2025-03-29'), ('jack-10', 'M248', '2025-03-19'), ('projector-10', 'M252', '2025-03-11'), ('saw-02', 'M194', '2025-03-20')])
