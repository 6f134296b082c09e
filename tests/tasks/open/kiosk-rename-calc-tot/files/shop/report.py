from shop import orders


def daily(all_orders):
    """One line an order, as text."""
    lines = []
    for number, items in enumerate(all_orders, 1):
        lines.append(f"{number}: {orders.calc_tot(items):.2f}")
    return "\n".join(lines)
