from __future__ import annotations

from pandora.operations.repair import defined_names, with_lost_definitions

BEFORE = "def one():\n    return 1\n\n\n@cache\ndef two():\n    return 3\n\n\nclass Three:\n    pass\n"


def test_what_was_left_out_comes_back_as_it_was() -> None:
    whole, lost = with_lost_definitions(BEFORE, "def two():\n    return 2\n")
    assert lost == ["one", "Three"]
    assert whole == "def one():\n    return 1\n\n\ndef two():\n    return 2\n\n\nclass Three:\n    pass\n"
    after = "import os\ndef one():\n    return 2\n\nclass Three: pass\n"
    assert with_lost_definitions(BEFORE, after)[0].endswith("\n\n\n@cache\ndef two():\n    return 3\n")


SCRIPT = "import sys\n\n\ndef hours(day):\n    return 7\n\n\n"
SCRIPT += 'if __name__ == "__main__":\n    print(hours(sys.argv[1]))\n'


def test_a_file_keeps_what_it_imports_and_runs_where_only_its_functions_were_written() -> None:
    whole, lost = with_lost_definitions(
        SCRIPT, "def half():\n    return 4\n\n\ndef hours(day):\n    return 8\n"
    )
    assert (whole, lost) == (
        SCRIPT.replace("def hours", "def half():\n    return 4\n\n\ndef hours").replace("7", "8"),
        [],
    )
    written_whole = SCRIPT.replace("7", "8")
    assert with_lost_definitions(SCRIPT, written_whole) == (written_whole, [])


def test_another_file_and_what_is_no_python_get_nothing() -> None:
    for after in ("def test_it(): pass\n", "def two(:\n", ""):
        assert with_lost_definitions(BEFORE, after) == (after, [])
    assert with_lost_definitions("no python (", "def two(): pass\n")[1] == []
    assert defined_names(BEFORE) == {"one", "two", "Three"}
