"""Till of the farm shop."""


class Basket:
    def __init__(self, customer, items=[]):
        self.customer = customer
        self.items = items

    def add(self, name, price, pieces=1):
        self.items.append((name, price, pieces))

    def total(self):
        return round(sum(price * pieces for _, price, pieces in self.items), 2)

    def receipt(self):
        lines = [f"Customer: {self.customer}"]
        for name, price, pieces in self.items:
            lines.append(f"{pieces} x {name:<12} {price * pieces:>7.2f}")
        lines.append(f"Total {self.total():>15.2f}")
        return "\n".join(lines)
