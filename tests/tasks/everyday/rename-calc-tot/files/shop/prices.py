"""Prices of an order."""


def calc_tot(lines, discount=0):
    """Sum of quantity times price, less a discount in percent."""
    total = sum(quantity * price for quantity, price in lines)
    return round(total * (100 - discount) / 100, 2)


def calc_tot_weight(weights):
    return sum(weights)
