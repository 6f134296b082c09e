from __future__ import annotations

import pytest

from pandora.programs.texts.entry_days import OTHER_DAY, with_day_of_entry

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
