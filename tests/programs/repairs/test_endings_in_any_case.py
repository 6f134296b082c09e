"""A program takes files for those of a kind, however their endings are written."""

from __future__ import annotations

import pytest

from pandora.programs.repairs.endings_in_any_case import with_endings_in_any_case

PROGRAM = """for path in paths:
    if path.endswith('.pdf'):
        move(path, 'pdf/')
    if path.endswith(".txt"):
"""


def test_an_ending_that_some_file_has_in_capitals_is_compared_in_any_case() -> None:
    written = with_endings_in_any_case(PROGRAM, ("a.pdf", "B.PDF", "c.txt"))
    assert "if path.lower().endswith('.pdf'):" in written
    assert 'if path.endswith(".txt"):' in written


def test_other_programs_stay() -> None:
    assert with_endings_in_any_case(PROGRAM, ("a.pdf", "c.txt")) == PROGRAM
    assert with_endings_in_any_case("print(1)", ("B.PDF",)) == "print(1)"


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        ("path.endswith(('.png', '.jpg'))", "path.lower().endswith(('.png', '.jpg'))"),
        ("path.suffix == '.jpg'", "path.suffix.lower() == '.jpg'"),
        (
            "os.path.splitext(path)[1] in ['.jpg', '.png']",
            "os.path.splitext(path)[1].lower() in ['.jpg', '.png']",
        ),
        ("path.endswith(('.png', '.JPG'))", "path.endswith(('.png', '.JPG'))"),
        ("path.suffix == '.png'", "path.suffix == '.png'"),
    ],
)
def test_several_endings_and_suffixes_are_compared_in_any_case(written: str, mended: str) -> None:
    program = "found = [path for path in paths if {}]"
    assert with_endings_in_any_case(program.format(written), ["a.JPG"]) == program.format(mended)
