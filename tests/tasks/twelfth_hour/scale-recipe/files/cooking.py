"""Amounts for recipes."""


def calc(amount, servings_from, servings_to):
    """The amount for another number of servings."""
    return round(amount * servings_to / servings_from, 1)


def calc_total(amounts):
    """The sum of some amounts in grams."""
    return round(sum(amounts), 1)


def double(amount):
    return calc(amount, 1, 2)
