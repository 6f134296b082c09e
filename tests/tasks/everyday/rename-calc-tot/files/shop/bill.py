from shop.prices import calc_tot, calc_tot_weight


def bill(name, lines, weights, discount=0):
    amount = calc_tot(lines, discount)
    return f"{name}: {amount:.2f} EUR, {calc_tot_weight(weights)} g"
