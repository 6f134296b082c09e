"""Loans of the street library."""

from datetime import date

DAYS = 14


def due(day):
    """The day on which a book must be back."""
    return day.replace(day=day.day + DAYS)


def is_late(day, today):
    """Whether a book borrowed on a day is late today."""
    return today > due(day)
