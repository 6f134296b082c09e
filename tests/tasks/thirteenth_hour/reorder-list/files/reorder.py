"""Prints what has to be ordered again: everything of which there is less than the minimum."""

import csv
import sys


def read_stock(path):
    with open(path, newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def to_order(rows):
    return [row for row in rows if row["have"] < row["minimum"]]


def main(path="stock.csv"):
    for row in to_order(read_stock(path)):
        print(f"{row['item']} ({row['place']}): {row['have']} left, minimum {row['minimum']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
