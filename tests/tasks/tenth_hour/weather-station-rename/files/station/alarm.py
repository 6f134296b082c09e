from station import sensors

LIMIT = -2.0


def frost_warning(count):
    temp = sensors.get_temp(count)
    if temp < LIMIT:
        return f"Frost! {temp:.1f} {sensors.get_temp_unit()}"
    return "no frost"
