"""Shows which teas have to be ordered again."""
import sys


def load(path):
    stock = {}
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            name, amount = line.split(";")
            stock[name.strip()] = int(amount)
    return stock


def to_order(stock, limit=5):
    return sorted(name for name, amount in stock.items() if amount < limit)


if __name__ == "__main__":
    path = sys.argv[1] if len(sys.argv) > 1 else "stock.txt"
    for name in to_order(load(path)):
        print(name)
