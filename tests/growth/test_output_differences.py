"""What wrong outputs have in common: growth, point 10."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pandora.growth.output_differences import difference


@pytest.mark.parametrize(
    ("outputs", "said"),
    [
        ([("3.05", "32.8084"), ("30.48", "328.084")], "each time it is about 10.76 times what is right"),
        (
            [("0.5", "0.4536"), ("45.4", "45.3592")],
            "the number is right but for its digits behind the point, which must be 1",
        ),
        ([("4", "5"), ("9", "10")], "each time it is 1 too much"),
        ([("5", "6"), ("5", "7")], "each time it is too much"),  # of small counts no factor is known
        ([("7", "5"), ("12", "9"), ("3", "3")], "each time it is too little"),
        ([("a b", "a  b"), ("c", "c")], "only blanks or line breaks differ"),
        ([("Ab", "ab")], "only capital and small letters differ"),
        ([("A.B.", "A-B-"), ("C.", "C")], "only the marks between letters and digits differ"),
        ([("b\na", "a\nb")], "only the order of the lines differs"),
        ([("x", ""), ("y", "\n")], "nothing is printed"),
        ([("h\na\nb", "a\nb"), ("h\nc", "c")], "lines are missing, such as 'h'"),
        ([("a", "h\na"), ("b\nc", "h\nb\nc")], "there are lines that do not belong there, such as 'h'"),
        ([("4", "5"), ("9", "2")], ""),
        ([("4", "4"), ("left", "right")], ""),
        ([("4", "4.")], "only the marks between letters and digits differ"),
        ([], ""),
    ],
)
def test_what_all_wrong_outputs_have_in_common_is_named(outputs: Sequence[tuple[str, str]], said: str) -> None:
    """Growth 10: the next script is told what was wrong, and not only that something was."""
    assert difference(outputs) == said


def test_a_difference_of_one_output_alone_is_not_named() -> None:
    assert difference([("a\nb", "b\na"), ("c", "d")]) == ""
    assert difference([("3.05", "32.8"), ("30.48", "4.0")]) == ""
