"""The people of the repair cafe."""

NAMES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def available(days, date):
    """Whether somebody with these days ("mon wed fri") can come on the date."""
    return NAMES[date.weekday()] in days.split()
