"""Print a receipt for the things in basket.csv."""

import csv


def load(path):
    """Read the basket as a list of (name, quantity, price)."""
    items = []
    with open(path, newline="", encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            items.append((row["item"], int(row["quantity"]), float(row["price"])))
    return items


def total(items):
    """What all the items cost together."""
    result = 0
    for name, quantity, price in items:
        result += price
    return result


def main():
    items = load("basket.csv")
    for name, quantity, price in items:
        print(f"{quantity} x {name} at {price:.2f}")
    print(f"Total: {total(items):.2f}")


if __name__ == "__main__":
    main()
