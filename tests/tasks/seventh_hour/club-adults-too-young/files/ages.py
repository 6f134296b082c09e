from datetime import date


def age(born, today=None):
    """How old somebody is on a day (today if none is given)."""
    today = today or date.today()
    return today.year - born.year
