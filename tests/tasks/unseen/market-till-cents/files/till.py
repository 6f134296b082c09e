"""Till for the market stall."""

COINS = [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1]


def to_cents(amount):
    """4.35 -> 435"""
    return int(amount * 100)


def change(paid, price):
    """Coins and notes to hand back, as {cents: pieces}."""
    rest = to_cents(paid) - to_cents(price)
    if rest < 0:
        raise ValueError("not enough money")
    back = {}
    for coin in COINS:
        if rest >= coin:
            back[coin] = rest // coin
            rest = rest % coin
    return back


def basket(prices):
    """Sum of the basket in cents."""
    total = 0
    for price in prices:
        total += to_cents(price)
    return total


if __name__ == "__main__":
    print(change(5, 4.35))
