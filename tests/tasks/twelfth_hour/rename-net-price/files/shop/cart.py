from shop.pricing import net_price, vat_amount


class Cart:
    def __init__(self):
        self.lines = []

    def add(self, name, gross, rate="standard", pieces=1):
        self.lines.append((name, gross, rate, pieces))

    def net(self):
        return round(sum(net_price(gross, rate) * pieces for _, gross, rate, pieces in self.lines), 2)

    def vat(self):
        return round(sum(vat_amount(gross, rate) * pieces for _, gross, rate, pieces in self.lines), 2)
