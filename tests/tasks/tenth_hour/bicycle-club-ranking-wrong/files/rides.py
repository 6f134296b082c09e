"""Ranking of the season: the kilometres of each member, best first.

Usage: python rides.py rides.csv
"""
import csv
import sys


def read_rides(path):
    with open(path, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def totals(rides):
    sums = {}
    for ride in rides:
        name = ride["member"].strip()
        sums[name] = sums.get(name, 0.0) + float(ride["km"])
    return sums


def ranking(sums):
    lines = [(f"{km:.1f}", name) for name, km in sums.items()]
    lines.sort(reverse=True)
    return lines


def main():
    ranked = ranking(totals(read_rides(sys.argv[1])))
    for place, (km, name) in enumerate(ranked, start=1):
        print(f"{place}. {name}: {km} km")


if __name__ == "__main__":
    main()
