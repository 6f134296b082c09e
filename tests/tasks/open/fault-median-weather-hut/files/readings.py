"""Helpers for the readings of our weather hut."""


def median(values):
    """The middle value; the mean of the two middle ones for an even number. None without values."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2 == 1:
        return ordered[middle]
    return (ordered[middle] + ordered[middle + 1]) / 2


def warm_days(readings, limit=25.0):
    """Dates on which the limit was reached or passed, in order."""
    return sorted(day for day, value in readings.items() if value >= limit)
