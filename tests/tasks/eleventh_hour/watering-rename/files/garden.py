"""How much water the beds need."""


def calc(area, mm):
    """Litres for an area in square metres and a height of water in mm."""
    return area * mm


def calc_days(litres, per_day):
    """For how many days a stock of water lasts."""
    return litres // per_day


def all_beds(beds, mm):
    """Litres for all beds together."""
    return sum(calc(area, mm) for area in beds.values())
