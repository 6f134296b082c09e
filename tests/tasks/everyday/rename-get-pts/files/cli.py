import scoring
from table import line

if __name__ == "__main__":
    target_pts = 4
    games = [(24, 20), (18, 18), (21, 25)]
    print(line("HSG Nord", games))
    print("first match:", scoring.get_pts(*games[0]))
    print("target reached:", scoring.get_pts_total(games) >= target_pts)
