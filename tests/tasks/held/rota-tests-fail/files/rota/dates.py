"""Dates for the rota."""
from datetime import timedelta


def week_start(day):
    """The Monday of the week that the day is in."""
    return day - timedelta(days=day.isoweekday())


def week_days(day):
    """The seven days of the week that the day is in, Monday first."""
    first = week_start(day)
    return [first + timedelta(days=i) for i in range(7)]
