"""Bills of the bicycle workshop."""

from prices import unit_price

LABOUR = 48.00      # per hour


def total(items, hours=0):
    """The sum of a bill. items: list of (item, quantity)."""
    amount = hours * LABOUR
    for item, quantity in items:
        amount += unit_price(item) * quantity
    return round(amount, 2)


def bill(customer, items, hours=0):
    lines = ["Bill for " + customer]
    for item, quantity in items:
        lines.append(f"{quantity} x {item}")
    if hours:
        lines.append(f"{hours} h labour")
    lines.append(f"Total: {total(items, hours):.2f} EUR")
    return "\n".join(lines)
