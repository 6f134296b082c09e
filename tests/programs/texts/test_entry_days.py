from __future__ import annotations

import pytest

from pandora.programs.texts.entry_days import OTHER_DAY, of_another_day, with_day_of_entry

REFUSED = OTHER_DAY.format(day="2024-08-17", said="2024-03-17")


@pytest.mark.parametrize(
    ("text", "refusal", "mended"),
    [
        ("Patrick borrowed it on March 17, 2024.", REFUSED, "Patrick borrowed it on 2024-08-17."),
        (
            "Patrick borrowed it on October 22nd.",
            OTHER_DAY.format(day="2024-08-17", said="2024-10-22"),
            "Patrick borrowed it on 2024-08-17.",
        ),
        (
            "Jannis hat die Leiter am 17. März 2024.",
            OTHER_DAY.format(day="17. August 2024", said="17. März 2024"),
            "Jannis hat die Leiter am 17. August 2024.",
        ),
        ("On 17 March 2024, so on 2024-03-17.", REFUSED, ""),
        ("Patrick borrowed it.", REFUSED, ""),
        ("On March 17, 2024.", "no passage has 03 together", ""),
    ],
)
def test_the_day_of_the_entry_takes_the_place_of_the_other_one(text: str, refusal: str, mended: str) -> None:
    arguments, reasons = with_day_of_entry({"text": text}, refusal)
    assert arguments["text"] == (mended or text)
    assert bool(reasons) == bool(mended)


TRIP = """GOING
Friday 8 May 2026
Leeds dep 10:30, York arr 12:58
Coach C, seats 42 and 43

GOING HOME
Thursday 14 May 2026
York dep 13:32, Leeds arr 16:05
"""


@pytest.mark.parametrize(
    ("said", "request_text", "refused"),
    [
        ("Coach C, seats 42 and 43", "Which seats do we have on the train home on the 14th?", True),
        ("Coach C, seats 42 and 43", "Which seats do we have on 14 May?", True),
        ("C, 42 und 43", "Welche Plätze haben wir am 14. auf der Rückfahrt?", True),
        ("C, 42 et 43", "Quelles places avons-nous le 14 ?", True),
        ("Coach C, seats 42 and 43", "Which seats do we have on the 8th?", False),
        ("Coach C, seats 42 and 43", "Which seats do we have on the way there?", False),
        ("42 and 43", "Which seats do we have between the 7th and the 14th?", False),
        ("42 and 43", "Which seats do we have from 7 May to 14 May?", False),
        ("It leaves at 13:32.", "When does the train leave on the 14th?", False),
        ("No seats are given, only 42 and 43 for 8 May", "Which seats on the 20th?", False),
        ("It names no seats for that, only 42 and 43 for the way there.", "Which seats on the 14th?", False),
        ("The text does not say it.", "Which seats do we have on the 14th?", False),
    ],
)
def test_an_answer_of_the_entry_of_another_day_is_told_so(said: str, request_text: str, refused: bool) -> None:
    told = of_another_day(said, request_text, {"trip.txt": TRIP})
    assert bool(told) is refused
    if refused:
        assert "it is of 8 May 2026 (trip.txt:1), and the task is about 14 May 2026 (trip.txt:6)" in told
