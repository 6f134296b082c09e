"""Times of day of a text that nothing gives."""

from __future__ import annotations

import pytest

from pandora.programs.texts.strange_times import strange_times


@pytest.mark.parametrize(
    ("text", "sources", "strange"),
    [
        ("Beginn 10:30 Uhr", "27. Juni 2025, Beginn 9:30 Uhr", ["10:30 Uhr"]),
        ("open at 9 am", "open mon 28 april, 7 in the morning; closed at 6:30 pm", ["9 am"]),
        ("open at 7 am", "open mon 28 april, 7 in the morning; closed at 6:30 pm", []),
        ("a las 20:00", "a las 8 de la tarde, hasta las 22:30", []),
        ("um 19:30 Uhr", "um halb acht, danach bis 21 Uhr", []),
        ("closed at 8:40 pm", "opened at seven o'clock and closed at twenty to nine", []),
        ("à 8h40", "à neuf heures moins vingt, puis 10h15", []),
        ("until 11:30", "it starts at 9:30 and takes 2 hours", []),
        ("down for 2 h 25 min", "from 9:20 to 11:45", []),
        ("at 12:00", "at noon, from 9:30 on", []),
        ("at 16:15", "back at 16.15, away at 7:45 am", []),
        ("at 10:30", "on a Monday, for 20 people", []),
        ("", "", []),
    ],
)
def test_a_time_stands_somewhere_in_whatever_words(text: str, sources: str, strange: list[str]) -> None:
    assert strange_times(text, sources) == strange
