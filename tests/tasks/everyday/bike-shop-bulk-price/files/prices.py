"""Prices of the bicycle workshop."""

PRICES = {
    "inner tube": 6.50,
    "brake pads": 12.90,
    "chain": 24.00,
    "bell": 8.20,
}

BULK_FROM = 10      # from this many pieces of one item on ...
BULK_RATE = 0.95    # ... each costs 5 % less


def unit_price(item, quantity=1):
    """The price of one piece when `quantity` pieces are bought."""
    price = PRICES[item]
    if quantity > BULK_FROM:
        price *= BULK_RATE
    return price
