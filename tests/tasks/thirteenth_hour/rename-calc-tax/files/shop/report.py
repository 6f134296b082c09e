from shop import prices


def line(name, net, reduced=False):
    rate = 0.05 if reduced else prices.STANDARD
    return f"{name:<20}{prices.calc_tax(net, rate):>10.2f}"


def price_list(articles):
    convert = prices.calc_tax
    return {name: convert(net) for name, net in articles}
