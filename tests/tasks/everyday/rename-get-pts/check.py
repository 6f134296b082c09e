import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'README.md': '54b0e992a7a6f9c3477c',
    'cli.py': '818047a6ee13cd508086',
    'scoring.py': '0f5d26f0062f8176bc7c',
    'table.py': 'b5c9619bcccd41709416',
    'tests/test_scoring.py': 'c70a2f07614106c3a767',
}
accepted()
nothing_new()
WANT = {'scoring.py': '"""Points for the handball league."""\n\nWIN, DRAW = 2, 1\n\n\ndef match_points(own, other):\n    """Points of one match."""\n    if own > other:\n        return WIN\n    return DRAW if own == other else 0\n\n\ndef get_pts_total(matches):\n    """Sum of match_points over all matches."""\n    return sum(match_points(own, other) for own, other in matches)\n', 'table.py': 'from scoring import match_points, get_pts_total\n\n\ndef line(team, matches):\n    last = match_points(*matches[-1]) if matches else 0\n    return f"{team}: {get_pts_total(matches)} points, last match {last}"\n', 'cli.py': 'import scoring\nfrom table import line\n\nif __name__ == "__main__":\n    target_pts = 4\n    games = [(24, 20), (18, 18), (21, 25)]\n    print(line("HSG Nord", games))\n    print("first match:", scoring.match_points(*games[0]))\n    print("target reached:", scoring.get_pts_total(games) >= target_pts)\n', 'tests/test_scoring.py': 'from scoring import match_points\n\n\ndef test_get_pts_win():\n    assert match_points(3, 1) == 2\n\n\ndef test_get_pts_draw():\n    assert match_points(2, 2) == 1\n', 'README.md': '# Handball table\n\n- `match_points(own, other)` gives the points of one match.\n- `get_pts_total(matches)` gives the points of a season.\n'}
for path, want in WANT.items():
    got = read(path)
    if path.startswith("tests/"):
        got = got.replace("test_match_points_", "test_get_pts_")
    assert [l.rstrip() for l in got.strip().splitlines()] == [l.rstrip() for l in want.strip().splitlines()], f"{path} is not as it should be"
rc, out, err = run_python(args=["cli.py"])
assert rc == 0 and out.splitlines() == ["HSG Nord: 3 points, last match 0", "first match: 2", "target reached: False"], "cli.py does not run as before"
