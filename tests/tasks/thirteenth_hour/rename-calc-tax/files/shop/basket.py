from shop.prices import calc_tax, calc_tax_free


class Basket:
    def __init__(self):
        self.lines = []

    def add(self, name, net, count=1):
        self.lines.append((name, calc_tax(net) * count))

    def total(self):
        return round(sum(price for _, price in self.lines), 2)

    def net_total(self):
        return calc_tax_free(self.total())
