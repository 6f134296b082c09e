RATE = 0.07


def add_tax(amount):
    return round(amount * (1 + RATE), 2)
