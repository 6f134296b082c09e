"""How many days the tablets in the box will last.  Run: python pillbox.py"""

import csv


def tablets_per_day(row):
    """How many tablets of a medicine are taken in a day."""
    morning = float(row["morning"] or 0)
    noon = float(row["noon"] or 0)
    evening = float(row["evening"] or 0)
    return morning or noon or evening


def days_left(row):
    """Whole days the tablets last, None for those taken only when needed."""
    daily = tablets_per_day(row)
    if daily == 0:
        return None
    return int(float(row["left"]) // daily)


def report(path):
    lines = []
    with open(path, encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            days = days_left(row)
            if days is None:
                lines.append(f"{row['medicine']}: when needed")
            elif days < 7:
                lines.append(f"{row['medicine']}: {days} days - ORDER")
            else:
                lines.append(f"{row['medicine']}: {days} days")
    return lines


if __name__ == "__main__":
    print("\n".join(report("medicines.csv")))
