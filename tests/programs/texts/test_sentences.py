"""Where the sentences of a text end."""

from __future__ import annotations

import pytest

from pandora.programs.texts.sentences import SENTENCE


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ab 30. September gilt der neue Preis. Er steigt.", 2),
        ("It opened in 2024. May we come in?", 2),
        ("It costs 30. Come in.", 2),
    ],
)
def test_a_dot_behind_a_day_of_a_month_ends_no_sentence(text: str, parts: int) -> None:
    assert len(SENTENCE.split(text)) == parts
