"""Pace of a run in minutes per kilometre.

Usage: python pace.py KILOMETRES TIME
TIME is minutes:seconds or hours:minutes:seconds.
"""

import sys


def seconds(time):
    """The seconds of a time such as 52:30 or 1:45:00."""
    parts = [int(part) for part in time.split(":")]
    if len(parts) == 3:
        hours, minutes, rest = parts
    else:
        hours = 0
        minutes, rest = parts
    return hours * 60 + minutes * 60 + rest


def pace(kilometres, time):
    """The pace as minutes:seconds."""
    per_kilometre = round(seconds(time) / kilometres)
    return f"{per_kilometre // 60}:{per_kilometre % 60:02}"


def main():
    if len(sys.argv) != 3:
        print(__doc__)
        return 1
    kilometres = float(sys.argv[1])
    print(pace(kilometres, sys.argv[2]), "min/km")
    return 0


if __name__ == "__main__":
    sys.exit(main())
