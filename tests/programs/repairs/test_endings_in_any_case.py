"""A program takes files for those of a kind, however their endings are written."""

from __future__ import annotations

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
