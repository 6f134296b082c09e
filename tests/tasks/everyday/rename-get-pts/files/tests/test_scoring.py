from scoring import get_pts


def test_get_pts_win():
    assert get_pts(3, 1) == 2


def test_get_pts_draw():
    assert get_pts(2, 2) == 1
