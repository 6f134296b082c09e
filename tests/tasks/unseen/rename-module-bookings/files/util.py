"""Bookings of the guest rooms."""


def load(path):
    with open(path, encoding="utf-8") as handle:
        return [line.strip().split(";") for line in handle if line.strip()]


def count(data):
    return len(data)


def rooms(data):
    return sorted({row[0] for row in data})
