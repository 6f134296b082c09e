"""Turns the raw counts of the sensor box into values."""

OFFSET = 400
STEP = 0.25


def get_temp(count):
    """Degrees from a raw count."""
    return (count - OFFSET) * STEP


def get_temp_unit():
    return "degC"


def get_humidity(count):
    return min(100, count / 10)
