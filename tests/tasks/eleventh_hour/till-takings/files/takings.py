"""Prints the takings of each day from the export of the till.

Use: python takings.py [FILE]    (takings.csv if no file is named)
"""

import csv
import sys


def daily(rows):
    """A list of (day, total) in the order of the file."""
    result = []
    day = None
    total = 0.0
    for row in rows:
        if row["day"] != day:
            if day is not None:
                result.append((day, total))
            day = row["day"]
            total = 0.0
        total += float(row["amount"])
    return result


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else "takings.csv"
    with open(path, newline="") as stream:
        for day, total in daily(csv.DictReader(stream)):
            print(f"{day}  {total:.2f}")


if __name__ == "__main__":
    main()
