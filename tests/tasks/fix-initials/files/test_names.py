from names import initials


def test_plain():
    assert initials("mara lund") == "ML"


def test_extra_spaces():
    assert initials(" mara   lund ") == "ML"


def test_empty():
    assert initials("") == ""
