import csv


def averages(path):
    """Yield (station, average temperature) for each row of the file."""
    with open(path, newline="", encoding="utf-8") as f:
        for row in csv.DictReader(f):
            station = row.pop("station")
            values = [float(v) for v in row.values() if v.strip()]
            yield station, sum(values) / len(values)


if __name__ == "__main__":
    for station, mean in averages("stations.csv"):
        print(f"{station}: {mean:.1f}")
