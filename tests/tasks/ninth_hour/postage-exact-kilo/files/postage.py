"""Postage for seed packets."""

TIERS = [(500, 3.20), (1000, 4.90), (2000, 6.40), (5000, 9.80)]
ABROAD = 7.50


def postage(grams, abroad=False):
    """The price of one packet."""
    for limit, price in TIERS:
        if grams < limit:
            return round(price + ABROAD, 2) if abroad else price
    raise ValueError("too heavy for a packet")


def basket(packets):
    """The price of several packets, given by their grams."""
    return round(sum(postage(grams) for grams in packets), 2)


if __name__ == "__main__":
    for grams in (120, 1000, 1350, 4999):
        print(f"{grams:5d} g  {postage(grams):.2f}")
    print(f"basket   {basket([500, 250, 2000]):.2f}")
