import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'calendar_rules.py': '3ca590a19bfe23eb89cc',
    'loans.py': '20bad69d45cd305d5ac7',
}
accepted()
unchanged("calendar_rules.py", "loans.py")
nothing_new()
cases("""
from datetime import date as d, timedelta
import loans, calendar_rules as c
assert loans.due_date(d(2025, 12, 11)) == d(2025, 12, 27), "the example"
assert loans.due_date(d(2025, 12, 12)) == d(2025, 12, 27)
assert loans.due_date(d(2025, 4, 19)) == d(2025, 5, 5), "stocktaking, then Sunday"
assert loans.due_date(d(2025, 4, 17)) == d(2025, 5, 2)
assert loans.due_date(d(2025, 6, 2)) == d(2025, 6, 16), "an open day"
assert loans.due_date(d(2025, 6, 1)) == d(2025, 6, 16), "a Sunday"
assert loans.due_date(d(2025, 6, 2), 7) == d(2025, 6, 9)
assert loans.renew(d(2025, 12, 11)) == d(2025, 12, 27)
assert loans.overdue_days(d(2025, 6, 2), d(2025, 6, 5)) == 3
assert loans.overdue_days(d(2025, 6, 5), d(2025, 6, 2)) == 0
assert loans.LOAN_DAYS == 14
assert {d(2025, 5, 1), d(2025, 5, 3), d(2025, 12, 25), d(2025, 12, 26)} == set(c.CLOSED)
c.CLOSED |= {d(2025, 8, 4) + timedelta(i) for i in range(13)}
assert loans.due_date(d(2025, 7, 21)) == d(2025, 8, 18), "a long closure"
assert c.next_open_day(d(2025, 8, 2)) == d(2025, 8, 2)
assert c.is_open(d(2025, 8, 2)) and not c.is_open(d(2025, 8, 3)) and not c.is_open(d(2025, 5, 1))
""")
