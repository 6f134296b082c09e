"""Prices of the farm shop."""

REDUCED = 0.05
FULL = 0.19


def calc(net, rate=FULL):
    """Price with tax."""
    return round(net * (1 + rate), 2)


def calc_deposit(bottles):
    return bottles * 15


def recalc(prices, rate):
    """All prices again with another rate."""
    return {name: calc(net, rate) for name, net in prices.items()}
