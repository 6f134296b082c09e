"""Prices and taxes of the shop."""

STANDARD = 0.2


def calc_tax(net, rate=STANDARD):
    """The price with tax."""
    return round(net * (1 + rate), 2)


def calc_tax_free(gross, rate=STANDARD):
    """The price without tax; the reverse of calc_tax."""
    return round(gross / (1 + rate), 2)
