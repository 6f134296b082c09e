"""Prints the hours of each day and the sum: python report.py SHEET"""
import sys

from timesheet import read_days


def net_hours(day):
    return (day["worked"] - day["pause"]) / 60


def main(path):
    total = 0
    for day in read_days(path):
        hours = net_hours(day)
        total += hours
        print(f"{day['date']}  {hours:.2f}")
    print(f"total  {total:.2f}")


if __name__ == "__main__":
    main(sys.argv[1])
