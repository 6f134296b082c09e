import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'birthdays.py': '6751cc56a9563dcf0655',
    'people.csv': '5dd7b83241da62d601c9',
    'remind.py': 'c72efc757e088df89c77',
}
accepted()
unchanged("birthdays.py", "remind.py")
def remind(day):
    rc, out, err = run_python(args=["remind.py", day])
    assert rc == 0, (err.strip().splitlines() or ["remind.py fails"])[-1]
    return [l.strip() for l in out.strip().splitlines()]
for day, want in [("2025-06-03", ["Anouk: in 0 days", "Dalia: in 7 days"]), ("2025-06-04", ["Dalia: in 6 days"]), ("2025-06-10", ["Dalia: in 0 days"]), ("2025-12-29", ["Bruno: in 1 days", "Ewan: in 6 days"]), ("2025-12-31", ["Ewan: in 4 days"]), ("2025-03-01", [])]:
    got = remind(day)
    got = [re.sub(r"in 1 day$", "in 1 days", l) for l in got]
    assert got == want, f"{day}: {got}"
cases('''
from datetime import date
from birthdays import days_until
assert days_until(date(1988, 6, 3), date(2025, 6, 3)) == 0
assert days_until(date(1988, 6, 3), date(2025, 6, 4)) == 364
assert days_until(date(1988, 6, 3), date(2025, 6, 2)) == 1
''')
