"""The shopping cart."""

from prices import price


class Cart:
    def __init__(self):
        self.items = {}

    def add(self, name, count=1):
        """Puts something into the cart."""
        self.items[name] = count

    def remove(self, name):
        """Takes something out of the cart altogether."""
        self.items.pop(name, None)

    def total(self):
        """The sum in euros."""
        return round(sum(price(name) * count for name, count in self.items.items()), 2)
