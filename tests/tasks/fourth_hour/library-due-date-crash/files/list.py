"""Prints who must bring back what until when."""

from datetime import date

from loans import due

LOANS = [
    ("Ada", "The Salt Road", date(2025, 3, 3)),
    ("Ben", "Cooking for One", date(2025, 3, 20)),
    ("Cleo", "Owls", date(2025, 12, 28)),
]


def lines():
    return [f"{who}: {what}, back on {due(day):%d.%m.%Y}" for who, what, day in LOANS]


if __name__ == "__main__":
    print("\n".join(lines()))
