"""Opening days of the town library (Monday to Saturday)."""
from datetime import date, timedelta

CLOSED = {
    date(2025, 5, 1),
    date(2025, 5, 3),    # stocktaking, a Saturday
    date(2025, 12, 25),
    date(2025, 12, 26),
}


def is_open(day):
    return day.weekday() != 6 and day not in CLOSED


def next_open_day(day):
    """The day itself if the library is open then, otherwise the next day on which it is."""
    if day.weekday() == 6:
        day += timedelta(days=1)
    if day in CLOSED:
        day += timedelta(days=1)
    return day
