"""Seating plan for the village dinner."""

import sys


def read_guests(path):
    with open(path, encoding="utf-8") as handle:
        return [line.strip() for line in handle if line.strip() and not line.startswith("#")]


def tables(guests, size=6):
    """Cut the list of guests into tables of the given size."""
    result = []
    for number in range(len(guests) // size):
        start = number * size
        result.append(guests[start:start + size])
    return result


def plan(guests, size=6):
    lines = []
    for number, table in enumerate(tables(guests, size), 1):
        lines.append(f"Table {number}: {', '.join(table)}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(plan(read_guests(sys.argv[1] if len(sys.argv) > 1 else "guests.txt")))
