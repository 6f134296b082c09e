"""Reads the probe in the aquarium."""

OFFSET = 0.4


def get_temp(raw):
    """Degrees from what the probe gives."""
    return round(raw / 10 + OFFSET, 1)


def plausible(temp):
    return 10 < temp < 40
