"""The passages of long texts that a prompt shows."""

from __future__ import annotations

from pandora.programs.texts.shown_passages import LEFT_OUT, shown_passages

DAYS = [
    f"## 2024-{month:02}-{day:02}\nRain all day, stayed in. Leaned the ladder on the tree. Borrowed a barrow."
    for month in range(1, 11)
    for day in range(1, 29)
]
FOUND = "## 2024-08-17\nBad night. Patrick asked for my long ladder, for his gutter. Went to town."
DIARY = "# Diary\n\n" + "\n\n".join([*DAYS[:120], FOUND, *DAYS[120:]])
ASKED = "who borrowed my ladder, and on which day? it must be somewhere in diary.md"


def test_a_sentence_that_comes_once_stands_before_those_that_come_often() -> None:
    shown = shown_passages({"diary.md": DIARY}, ASKED, 1500)
    assert FOUND.splitlines()[1] in shown
    assert len(shown) < 2500
    assert shown.startswith("diary.md:\n  # Diary\n")
    assert f"\n  {LEFT_OUT}\n" in shown


def test_a_heading_goes_with_what_is_below_it() -> None:
    text = "Garden\n\nThe hedge is cut in May.\n\nHouse\n\nThe roof is mended, it cost 900 euros."
    shown = shown_passages({"a.txt": text, "b.txt": "Nothing of it."}, "What did the roof cost?", 60)
    assert shown == f"a.txt:\n  {LEFT_OUT}\n  House\n  The roof is mended, it cost 900 euros."


def test_nothing_is_shown_where_nothing_is_shared() -> None:
    assert shown_passages({"a.txt": "The hedge is cut in May."}, "Wie hoch ist die Miete?", 500) == ""


def test_a_paragraph_without_an_end_is_read_by_parts() -> None:
    lines = [f"{number}: nothing happened" for number in range(900)]
    lines[700] = "700: the pump failed"
    shown = shown_passages({"a.log": "\n".join(lines)}, "when did the pump fail?", 900)
    assert "700: the pump failed" in shown
    assert len(shown) < 2000
