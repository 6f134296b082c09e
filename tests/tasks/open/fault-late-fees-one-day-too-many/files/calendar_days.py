"""Counting days for the library."""
from datetime import date


def days(first, last):
    """Number of days from first to last, both of them counted (1 May to 3 May: 3)."""
    return (last - first).days + 1


def is_closed(day):
    """Closed on Sundays and at New Year."""
    return day.weekday() == 6 or (day.month, day.day) == (1, 1)
