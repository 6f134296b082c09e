from prices import calc


class Cart:
    def __init__(self):
        self.items = []

    def add(self, name, price, count=1):
        self.items.append({"name": name, "price": price, "count": count})

    def price(self):
        return calc(self.items)
