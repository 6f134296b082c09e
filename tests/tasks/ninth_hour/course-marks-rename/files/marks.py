"""Marks of the course Soil Physics II."""


def calc(parts, weights):
    """Weighted mark of a student, one decimal."""
    if set(parts) != set(weights):
        raise ValueError("parts and weights differ")
    total = sum(weights.values())
    return round(sum(parts[key] * weights[key] for key in parts) / total, 1)


def calc_bonus(mark, sheets):
    """Half a point for ten or more exercise sheets handed in."""
    return min(100.0, mark + 0.5) if sheets >= 10 else mark
