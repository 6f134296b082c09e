from datetime import date


def parse(text):
    day, month, year = text.split(".")
    return date(int(year), int(month), int(day))


# TODO: two-digit years
