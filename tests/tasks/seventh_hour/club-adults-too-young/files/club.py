"""Names of the adult members on a day: python club.py 2024-06-01"""
import csv
import sys
from datetime import date

from ages import age


def adults(path, day):
    with open(path, encoding="utf-8", newline="") as stream:
        return [row["name"] for row in csv.DictReader(stream) if age(date.fromisoformat(row["born"]), day) >= 18]


if __name__ == "__main__":
    for name in adults("members.csv", date.fromisoformat(sys.argv[1])):
        print(name)
