"""Costs of the dishes of our canteen."""

TAX = 0.07


def calc(ingredients, portions):
    """The cost of one portion; ingredients is a list of (grams, price per kilo)."""
    total = sum(grams / 1000 * price for grams, price in ingredients)
    return round(total / portions, 2)


def calc_tax(net):
    """The tax on a net price."""
    return round(net * TAX, 2)
