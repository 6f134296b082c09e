"""python remind.py [YYYY-MM-DD]: who has a birthday in the next seven days?"""
import sys
from datetime import date

from birthdays import days_until, load

today = date.fromisoformat(sys.argv[1]) if len(sys.argv) > 1 else date.today()
for name, birthday in load("people.csv"):
    days = days_until(birthday, today)
    if days <= 7:
        print(f"{name}: in {days} days")
