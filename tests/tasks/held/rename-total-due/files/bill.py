"""Bills of the guest house."""

TAX = 0.07


def total_due(nights, rate, extras=()):
    """The amount a guest has to pay, tax included."""
    return round((nights * rate + sum(extras)) * (1 + TAX), 2)


def total_due_date(bill_day, days=14):
    """The day by which a bill is to be paid (an ordinal day)."""
    return bill_day + days
