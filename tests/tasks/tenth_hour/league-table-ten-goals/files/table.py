"""The league table of the under-13s, computed from results.csv."""
import csv


def read_results(path):
    with open(path, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def standings(results):
    """A list of (team, points, goal difference), the best team first."""
    points = {}
    difference = {}
    for row in results:
        home, away = row["home"], row["away"]
        home_goals, away_goals = row["home_goals"], row["away_goals"]
        for team in (home, away):
            points.setdefault(team, 0)
            difference.setdefault(team, 0)
        if home_goals > away_goals:
            points[home] += 3
        elif home_goals < away_goals:
            points[away] += 3
        else:
            points[home] += 1
            points[away] += 1
        difference[home] += int(home_goals) - int(away_goals)
        difference[away] += int(away_goals) - int(home_goals)
    teams = sorted(points, key=lambda team: (-points[team], -difference[team], team))
    return [(team, points[team], difference[team]) for team in teams]


def main():
    for place, (team, score, goals) in enumerate(standings(read_results("results.csv")), 1):
        print(f"{place}. {team:<12} {score:>3} points  {goals:+d}")


if __name__ == "__main__":
    main()
