"""Prices of the shop."""

VAT = 0.2


def calc(items):
    """The price of all items with tax."""
    net = sum(item["price"] * item["count"] for item in items)
    return round(net * (1 + VAT), 2)


def discount(items, percent):
    return round(calc(items) * (1 - percent / 100), 2)
