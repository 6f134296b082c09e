"""Prints the pace of every runner of our lunch-break group."""
import csv


def seconds_of(text):
    """Seconds of a time such as 59:58 or 1:02:10."""
    total = 0
    for part in text.split(":"):
        total = total * 60 + int(part)
    return total


def pace(time, km):
    """Minutes and seconds per kilometre, as m:ss."""
    per_km = seconds_of(time) / km
    minutes = int(per_km // 60)
    seconds = round(per_km % 60)
    return f"{minutes}:{seconds:02d}"


def main():
    with open("runs.csv", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            print(row["name"], pace(row["time"], float(row["km"])))


if __name__ == "__main__":
    main()
