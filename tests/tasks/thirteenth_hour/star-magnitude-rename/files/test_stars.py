from stars import get_mag, get_mag_limit
from tonight import visible


def test_get_mag():
    assert get_mag("Vega") == 0.03
    assert get_mag("Arcturus") < get_mag("Vega")


def test_limit():
    assert get_mag_limit(0) == 5.5
    assert "Alcor" in visible(0.5)
