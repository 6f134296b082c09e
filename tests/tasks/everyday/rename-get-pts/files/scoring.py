"""Points for the handball league."""

WIN, DRAW = 2, 1


def get_pts(own, other):
    """Points of one match."""
    if own > other:
        return WIN
    return DRAW if own == other else 0


def get_pts_total(matches):
    """Sum of get_pts over all matches."""
    return sum(get_pts(own, other) for own, other in matches)
