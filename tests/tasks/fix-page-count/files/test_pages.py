from pages import page_count


def test_last_page_is_partly_full():
    assert page_count(11, 5) == 3


def test_last_page_is_full():
    assert page_count(10, 5) == 2


def test_one_item():
    assert page_count(1, 5) == 1
