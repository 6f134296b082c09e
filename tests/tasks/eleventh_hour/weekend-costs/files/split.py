"""Who gets money back after a weekend together: python split.py costs.csv"""

import csv
import sys


def load(path):
    """The rows of the cost list."""
    with open(path, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def balances(rows):
    """What everybody gets back (+) or has to pay (-), by name."""
    paid = {}
    for row in rows:
        paid[row["who"]] = paid.get(row["who"], 0) + float(row["amount"])
    share = sum(paid.values()) / len(rows)
    return {who: round(amount - share, 2) for who, amount in paid.items()}


def main():
    rows = load(sys.argv[1])
    for who, amount in sorted(balances(rows).items()):
        print(f"{who:8} {amount:+.2f}")


if __name__ == "__main__":
    main()
