"""The report that goes home."""
from grades import calc, calc_points, passed


def line(name, grades):
    mean = calc(grades)
    # points are only for the file, not for the parents
    points = calc_points(mean)
    state = "passed" if passed(grades) else "at risk"
    return f"{name}: {mean:.2f} ({points} points), {state}"
