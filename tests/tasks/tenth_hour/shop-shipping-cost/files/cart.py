"""The cart of the shop."""


class Cart:
    def __init__(self, country):
        self.country = country
        self.items = []

    def add(self, name, price, weight_kg, count=1):
        self.items.append((name, price, weight_kg, count))

    def subtotal(self):
        return round(sum(price * count for _, price, _, count in self.items), 2)

    def weight(self):
        return sum(weight * count for _, _, weight, count in self.items)
