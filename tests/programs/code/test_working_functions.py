import ast

import pytest

from pandora.programs.code.working_functions import with_working_functions

SOURCE = '''\
"""Times."""
import re

LIMIT = 60


def helper(text):
    return text.split(":")


def pad(number):
    return f"{number:02d}"


def to_seconds(text):
    return int(helper(text)[0])


def to_text(seconds):
    if seconds < LIMIT:
        return pad(seconds)
    return "?"


if __name__ == "__main__":
    print(to_text(5))
'''
REPORT = "swim.py was tried with the examples of the task:\nto_seconds('1:02') gives 1; the request says 62"
NAMES = ["to_seconds", "to_text"]


def test_a_module_goes_on_from_the_functions_that_hold() -> None:
    begun = with_working_functions(SOURCE, REPORT, NAMES)
    assert begun.endswith("\n\n\ndef to_seconds(")
    kept = ast.parse(begun.removesuffix("def to_seconds("))
    names = [node.name for node in kept.body if isinstance(node, ast.FunctionDef)]
    assert names == ["pad", "to_text"]
    assert "import re\n" in begun
    assert "LIMIT = 60" in begun
    assert "__main__" not in begun


def test_a_function_that_is_not_there_is_begun() -> None:
    report = "there is no to_text; the request names it"
    source = SOURCE[: SOURCE.index("def to_text")]
    assert with_working_functions(source, report, NAMES).endswith("\n\n\ndef to_text(")


def test_the_lines_of_a_decorator_stay() -> None:
    source = SOURCE.replace("def to_text", "@staticmethod\ndef to_text")
    assert "@staticmethod\ndef to_text" in with_working_functions(source, REPORT, NAMES)


@pytest.mark.parametrize(
    ("source", "report"),
    [
        (SOURCE, "swim.py cannot be imported: SyntaxError"),
        (SOURCE, REPORT + "\nto_text(5) gives 5; the request says '05'"),
        ("def to_text(", REPORT),
        (SOURCE.replace("pad(seconds)", "to_seconds(seconds)"), REPORT),
    ],
)
def test_a_module_begins_anew_where_nothing_can_be_kept(source: str, report: str) -> None:
    assert with_working_functions(source, report, NAMES) == ""
