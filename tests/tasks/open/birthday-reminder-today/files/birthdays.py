"""Birthdays of the team."""
import csv
from datetime import date


def days_until(birthday, today):
    """How many days from today to the next birthday."""
    following = birthday.replace(year=today.year)
    if following <= today:
        following = birthday.replace(year=today.year + 1)
    return (following - today).days


def load(path):
    """A list of (name, birthday) from a CSV file."""
    people = []
    with open(path, encoding="utf-8", newline="") as handle:
        for row in csv.DictReader(handle):
            people.append((row["name"], date.fromisoformat(row["birthday"])))
    return people
