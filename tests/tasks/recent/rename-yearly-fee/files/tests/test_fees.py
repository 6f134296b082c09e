import fees


def test_child():
    assert fees.fee({"born": 2012}, 2025) == 90


def test_late():
    assert fees.late_fee(20) == 8


def test_adult():
    price = fees.fee
    assert price({"born": 1980}, 2025) == 180
