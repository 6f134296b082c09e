from __future__ import annotations

import pytest

from pandora.models.repetition import goes_round

PASSAGE = "---\n\n**Frage:** Wann ist der Termin um neun Uhr?\n\n" + "\n".join(
    f"{number} Antworten auf diese Frage stehen hier," for number in range(9)
)


@pytest.mark.parametrize(
    ("written", "round_and_round"),
    [
        ("the same\n" * 40, True),
        ("the same\n" * 30, False),
        ("the same " * 40, True),
        ("a beginning\n" + PASSAGE * 3, True),
        ("a beginning\n" + PASSAGE * 2 + PASSAGE[:-20], False),
        (PASSAGE * 2 + PASSAGE.replace("neun", "zehn"), False),
        ("name,height\n" + "-" * 120 + "\n", False),
        ("\n" * 40, False),
        ("".join(f"line {number}\n" for number in range(80)), False),
    ],
)
def test_a_reply_that_says_the_same_lines_again_and_again_goes_round(
    written: str, round_and_round: bool
) -> None:
    assert goes_round(written.encode()) is round_and_round
