"""Order totals of the yarn shop."""

FREE_FROM = 50
FEE = 4.90


def goods(order):
    """The price of the goods in an order: a list of (price, count)."""
    return round(sum(price * count for price, count in order), 2)


def shipping(value):
    """Shipping is free from 50 euros on."""
    if value > FREE_FROM:
        return 0
    return FEE


def total(order):
    value = goods(order)
    return round(value + shipping(value), 2)
