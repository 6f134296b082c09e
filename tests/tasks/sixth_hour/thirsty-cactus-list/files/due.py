"""Prints the plants that need water today."""

import csv


def due(rows):
    names = []
    for row in rows:
        if row["days_since"] >= row["every_days"]:
            names.append(row["plant"])
    return names


def main():
    with open("plants.csv", newline="", encoding="utf-8") as stream:
        for name in due(csv.DictReader(stream)):
            print(name)


if __name__ == "__main__":
    main()
