"""Prints the report for the notice board."""

from weather import DATA, get_w, get_wind


def line(day):
    return f"{day}: {get_w(day)}, wind {get_wind(day)}"


def report():
    return "\n".join(line(day) for day in DATA)


if __name__ == "__main__":
    print(report())
