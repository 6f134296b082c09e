"""Weather of the sailing club."""

DATA = {
    "mon": ("sunny", 3),
    "tue": ("rain", 5),
    "wed": ("cloudy", 4),
}


def get_w(day):
    """The sky on a day."""
    return DATA[day][0]


def get_wind(day):
    """The wind force on a day."""
    return DATA[day][1]


def good_for_sailing(day):
    return get_w(day) != "rain" and get_wind(day) >= 3
