import util, util_print
from views.month import page


def test_rooms():
    assert util.rooms([["b", "1"], ["a", "2"]]) == ["a", "b"]


def test_page():
    assert page([["b", "1"]]) == "b (1)"
