"""Reads the card index."""
import csv

from library.reader import JuniorReader, Reader


def load(lines):
    """name,card,age lines -> Reader objects."""
    found = []
    for row in csv.DictReader(lines):
        kind = JuniorReader if int(row["age"]) < 12 else Reader
        found.append(kind(row["name"], int(row["card"])))
    return found
