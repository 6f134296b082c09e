"""Ticket prices of the travel club."""

BASE = {"day": 12.0, "weekend": 35.0, "week": 140.0}


def calc(kind, people):
    """Price of a tour for a number of people."""
    return BASE[kind] * people


def calc_discount(kind, people):
    """Price with ten percent off for groups from eight people."""
    price = calc(kind, people)
    return price * 0.9 if people >= 8 else price
