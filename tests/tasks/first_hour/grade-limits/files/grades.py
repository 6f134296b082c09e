"""Turn points into grades."""


def grade(points):
    """The grade for 0 to 100 points."""
    if points > 90:
        return "A"
    if points > 75:
        return "B"
    if points > 60:
        return "C"
    if points > 50:
        return "D"
    return "F"


def passed(points):
    """Everything but an F is a pass."""
    return grade(points) != "F"


def report(results):
    """One line for every pupil, best first."""
    lines = []
    for name, points in sorted(results.items(), key=lambda item: -item[1]):
        lines.append(f"{name}: {points} ({grade(points)})")
    return lines
