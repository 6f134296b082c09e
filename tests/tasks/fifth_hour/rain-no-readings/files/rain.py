def average(values):
    """The average of some readings."""
    return sum(values) / len(values)


def wettest(stations):
    """The name of the station with the highest single reading."""
    return max(stations, key=lambda name: max(stations[name], default=-1))
