from __future__ import annotations

import pytest

from pandora.programs.texts.plain_writing import plainly_written


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("## Notice\n**We are closed** until 9:00 AM.", "a.txt", "Notice\nWe are closed until 9:00 AM."),
        ("## Notice\n**We are closed**", "a.md", "## Notice\n**We are closed**"),
        ("by 13:00 PM at the latest, or 15.30 p.m.", "", "by 13:00 at the latest, or 15.30"),
        ("1 ** 2 and # 3, 1:30 PM", "", "1 ** 2 and # 3, 1:30 PM"),
        ("fetch it by 13:00 PM", "a.md", "fetch it by 13:00"),
    ],
)
def test_a_plain_text_has_no_marks_and_one_clock(text: str, path: str, expected: str) -> None:
    assert plainly_written(text, path) == expected
