"""Puts the children of the judo club into their training groups.

Usage: python groups.py 2025-06-01
"""

import csv
import sys
from datetime import date

GROUPS = [
    (5, 8, "Minis"),
    (9, 11, "Juniors"),
    (12, 14, "Cadets"),
    (15, 17, "Youth"),
]


def age(born, on):
    """Age in full years on the day given."""
    return on.year - born.year


def group_for(years):
    """Name of the group for an age, or a dash."""
    for low, high, name in GROUPS:
        if low <= years <= high:
            return name
    return "-"


def read_kids(path):
    with open(path, newline="", encoding="utf-8") as stream:
        return [(row["name"], date.fromisoformat(row["born"])) for row in csv.DictReader(stream)]


def main():
    on = date.fromisoformat(sys.argv[1]) if len(sys.argv) > 1 else date.today()
    for name, born in read_kids("kids.csv"):
        years = age(born, on)
        print(f"{name}: {years}, {group_for(years)}")


if __name__ == "__main__":
    main()
