from __future__ import annotations

from pandora.operations.repair import defined_names, with_lost_definitions

BEFORE = "def one():\n    return 1\n\n\n@cache\ndef two():\n    return 3\n\n\nclass Three:\n    pass\n"


def test_what_was_left_out_comes_back_as_it_was() -> None:
    whole, lost = with_lost_definitions(BEFORE, "def two():\n    return 2\n")
    assert lost == ["one", "Three"]
    assert whole == "def two():\n    return 2\n\n\ndef one():\n    return 1\n\n\nclass Three:\n    pass\n"
    assert with_lost_definitions(BEFORE, "def one():\n    return 2\n\nclass Three: pass\n")[0].endswith(
        "\n\n\n@cache\ndef two():\n    return 3\n"
    )


def test_another_file_and_what_is_no_python_get_nothing() -> None:
    for after in ("def test_it(): pass\n", "def two(:\n", ""):
        assert with_lost_definitions(BEFORE, after) == (after, [])
    assert with_lost_definitions("no python (", "def two(): pass\n")[1] == []
    assert defined_names(BEFORE) == {"one", "two", "Three"}
