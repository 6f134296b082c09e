"""The table of our five-a-side league."""


def standings(results):
    """results: a list of (home, away, home_goals, away_goals). Returns (team, points, goal difference), best first."""
    points = {}
    diff = {}
    for home, away, hg, ag in results:
        for team in (home, away):
            points.setdefault(team, 0)
            diff.setdefault(team, 0)
        diff[home] += hg - ag
        diff[away] += hg - ag
        if hg > ag:
            points[home] += 3
        elif hg < ag:
            points[away] += 3
        else:
            points[home] += 1
            points[away] += 1
    order = sorted(points, key=lambda t: (-points[t], -diff[t], t))
    return [(t, points[t], diff[t]) for t in order]
