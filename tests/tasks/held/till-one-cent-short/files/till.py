"""Change for the till of the farm shop."""

COINS = [2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1]


def change(paid, price):
    """Return the notes and coins (in cents, biggest first) to hand back.

    paid and price are in euros, e.g. change(5, 3.50) == [100, 50].
    """
    if paid < price:
        raise ValueError("not enough money")
    rest = int((paid - price) * 100)
    out = []
    for coin in COINS:
        while rest >= coin:
            out.append(coin)
            rest -= coin
    return out


if __name__ == "__main__":
    print(change(20, 16.35))
