from durations import parse, show


def test_seconds_only():
    assert show(5) == "0:05"


def test_minutes():
    assert show(90) == "1:30"


def test_hours():
    assert show(3725) == "1:02:05"


def test_there_and_back():
    assert parse(show(1234)) == 1234
