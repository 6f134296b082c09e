from scoring import get_pts, get_pts_total


def line(team, matches):
    last = get_pts(*matches[-1]) if matches else 0
    return f"{team}: {get_pts_total(matches)} points, last match {last}"
