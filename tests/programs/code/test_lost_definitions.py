from __future__ import annotations

from pandora.programs.code.lost_definitions import defined_names, with_lost_definitions

BEFORE = "def one():\n    return 1\n\n\n@cache\ndef two():\n    return 3\n\n\nclass Three:\n    pass\n"


def test_what_was_left_out_comes_back_as_it_was() -> None:
    whole, lost = with_lost_definitions(BEFORE, "def two():\n    return 2\n")
    assert lost == ["one", "Three"]
    assert whole == "def one():\n    return 1\n\n\ndef two():\n    return 2\n\n\nclass Three:\n    pass\n"
    after = "import os\ndef one():\n    return 2\n\nclass Three: pass\n"
    assert with_lost_definitions(BEFORE, after)[0] == "import os\n\n\n" + BEFORE.replace("1", "2").replace(
        ":\n    pass", ": pass"
    )


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


def test_a_reply_that_begins_in_the_middle_is_its_definitions_alone() -> None:
    before = "import sys\n\nLIMIT = 3\n\n\ndef one():\n    return LIMIT\n\n\nprint(one())\n"
    after = "def one():\n    return LIMIT + 1\n\n\nif __name__ == '__main__':\n    print(sys.argv)\n"
    assert with_lost_definitions(before, after) == (before.replace("LIMIT\n\n\np", "LIMIT + 1\n\n\np"), [])
    other = "def two():\n    return 2\n\n\nprint(two())\n"
    assert with_lost_definitions(before, other) == (other, [])


def test_a_class_keeps_the_methods_that_the_reply_leaves_out() -> None:
    before = (
        "import sys\n\n\nclass Cart:\n    LIMIT = 3\n\n    def add(self):\n        return 1\n\n"
        "    @property\n    def size(self):\n        return 2\n"
    )
    size = "    @property\n    def size(self):\n        return self._size() + 1\n"
    own = "    def _size(self):\n        return 1\n"
    whole, lost = with_lost_definitions(before, f"class Cart:\n{size}\n{own}")
    assert (whole, lost) == (f"{before.partition('    @property')[0]}{own}\n{size}", [])
    assert with_lost_definitions(before, before.replace("2", "3"))[0] == before.replace("2", "3")


def test_an_import_that_the_file_lacks_comes_behind_its_first_text() -> None:
    before = '"""Days."""\nfrom datetime import date\n\nLIMIT = 3\n\n\ndef one(day):\n    return day\n'
    after = "from datetime import date\nimport calendar\n\n\ndef one(day):\n    return calendar.EPOCH\n"
    whole = before.replace("\nfrom", "\nimport calendar\nfrom").replace("return day", "return calendar.EPOCH")
    assert with_lost_definitions(before, after)[0] == whole
    future = before.replace("\nfrom", "\nfrom __future__ import annotations\nfrom", 1)
    assert "annotations\nimport calendar\nfrom" in with_lost_definitions(future, after)[0]


def test_what_was_left_out_comes_before_what_the_file_runs() -> None:
    before = "X = 1\n\n\ndef one():\n    return X\n\n\ndef two():\n    return one()\n\n\nprint(two())\n"
    written = "X = 2\n\n\ndef one():\n    return X\n\n\nprint(two())\n"
    whole, lost = with_lost_definitions(before, written)
    assert (whole, lost) == (before.replace("X = 1", "X = 2"), ["two"])
