"""Grades of class 7c."""

WEIGHTS = {"test": 2, "oral": 1}


def calc(grades):
    """The weighted mean of (kind, grade) pairs."""
    total = sum(WEIGHTS[kind] * grade for kind, grade in grades)
    count = sum(WEIGHTS[kind] for kind, _ in grades)
    return round(total / count, 2)


def calc_points(grade):
    """Points of a grade from 1 to 6."""
    return int((6 - grade) * 3)


def passed(grades):
    return calc(grades) <= 4.0
