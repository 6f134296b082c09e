"""Finds bookings of the same meeting room that get in each other's way.

Usage: python rooms.py bookings.csv
"""

import csv
import sys


def minutes(text):
    """"09:30" -> 570"""
    hours, mins = text.split(":")
    return int(hours) * 60 + int(mins)


def load(path):
    with open(path, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def overlap(one, two):
    """True if two bookings are in the same room at the same time."""
    if one["room"] != two["room"] or one["day"] != two["day"]:
        return False
    return minutes(one["start"]) <= minutes(two["end"]) and minutes(two["start"]) <= minutes(one["end"])


def clashes(bookings):
    """All pairs of bookings that overlap, in the order of the list."""
    found = []
    for number, one in enumerate(bookings):
        for two in bookings[number + 1:]:
            if overlap(one, two):
                found.append((one, two))
    return found


def main():
    for one, two in clashes(load(sys.argv[1])):
        print(f"{one['day']} {one['room']}: {one['who']} {one['start']}-{one['end']} / {two['who']} {two['start']}-{two['end']}")


if __name__ == "__main__":
    main()
