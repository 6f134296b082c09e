VAT = 0.19


def calc_vat(net):
    return round(net * VAT, 2)


def calc(items):
    """Gross total of [(pieces, price)]."""
    net = sum(n * p for n, p in items)
    return round(net + calc_vat(net), 2)


def recalc(items, factor):
    return calc([(n, p * factor) for n, p in items])
