import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("loans.py")
nothing_new("test*.py")
rc, out, err = run("list.py")
need(rc == 0, err.strip()[-300:])
need([line.strip() for line in out.strip().split("\n")] == ["Ada: The Salt Road, back on 17.03.2025", "Ben: Cooking for One, back on 03.04.2025", "Cleo: Owls, back on 11.01.2026"], out[:300])
cases("""
from datetime import date
import loans
for day, want in ((date(2024, 2, 20), date(2024, 3, 5)), (date(2025, 2, 20), date(2025, 3, 6)), (date(2025, 1, 17), date(2025, 1, 31)), (date(2025, 1, 18), date(2025, 2, 1)), (date(2025, 12, 18), date(2026, 1, 1))):
    assert loans.due(day) == want, (day, loans.due(day))
assert not loans.is_late(date(2025, 3, 20), date(2025, 4, 3)) and loans.is_late(date(2025, 3, 20), date(2025, 4, 4)), "is_late"
""")
