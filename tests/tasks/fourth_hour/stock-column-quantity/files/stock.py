"""The stock of the workshop."""

import csv


def load(path="stock.csv"):
    with open(path, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def total():
    return sum(int(row["qty"]) for row in load())


if __name__ == "__main__":
    for row in load():
        print(row["place"], row["article"], row["qty"])
    print("together", total())
