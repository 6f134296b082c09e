from station.sensors import get_temp, get_temp_unit


def day_report(counts):
    values = [get_temp(count) for count in counts]
    unit = get_temp_unit()
    return f"min {min(values):.2f} {unit}, max {max(values):.2f} {unit}"
