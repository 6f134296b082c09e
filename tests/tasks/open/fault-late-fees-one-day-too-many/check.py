import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'calendar_days.py': 'f8782c1bd84d5a2b5895',
 'fees.py': 'a97e40a62d46c76d2579',
 'loans.py': '7239c14088818f307b7a',
 'test_fees.py': '46fda20eaef5350bfb2a'}

accepted()
unchanged("calendar_days.py", "loans.py", "fees.py")
for path in ("calendar_days.py", "loans.py", "fees.py"):
    read(path)
rc, out, err = run_python(args=["-m", "unittest", "-q", "test_fees"])
assert rc == 0, "the tests still fail"
cases("""
from datetime import date
from fees import late_fee, reminder, PER_DAY, MOST
from loans import Loan
from calendar_days import days, is_closed
film = Loan('Harbour', date(2024, 2, 1), date(2024, 2, 28), 'film')
for day, want in ((date(2024, 2, 28), 0), (date(2024, 2, 29), 50), (date(2024, 3, 1), 100), (date(2024, 2, 27), 0), (date(2024, 2, 1), 0), (date(2024, 6, 1), 1000)):
    assert late_fee(film, day) == want, f'late_fee on {day} is {late_fee(film, day)}, not {want}'
assert reminder(film, date(2024, 3, 1)) == 'Harbour: 1.00 to pay'
assert reminder(film, date(2024, 2, 20)) == 'Harbour: thank you', reminder(film, date(2024, 2, 20))
assert film.length() == 28, 'the length of a loan has changed'
assert days(date(2024, 5, 1), date(2024, 5, 3)) == 3, 'days() counts both days'
assert Loan('x', date(2024, 5, 1), date(2024, 5, 1)).length() == 1
assert PER_DAY == {'book': 20, 'film': 50, 'magazine': 10} and MOST == 1000
assert is_closed(date(2024, 1, 1))
""")
