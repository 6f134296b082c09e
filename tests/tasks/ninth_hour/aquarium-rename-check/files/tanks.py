"""The tanks in the shop window and in the back room."""

LIMITS = {"ph": (6.5, 7.6), "temp": (23.0, 27.5)}

TANKS = [
    {"name": "window", "ph": 7.1, "temp": 25.2, "last_chk": "2025-10-02"},
    {"name": "discus", "ph": 6.2, "temp": 28.4, "last_chk": "2025-10-01"},
    {"name": "shrimp", "ph": 7.0, "temp": 22.1, "last_chk": "2025-09-28"},
]


def chk(tank):
    """The names of the values that are out of range."""
    return [key for key, (low, high) in LIMITS.items() if not low <= tank[key] <= high]


def all_fine(tanks):
    return not any(chk(tank) for tank in tanks)
