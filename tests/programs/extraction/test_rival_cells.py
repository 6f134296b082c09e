"""The other words of a text that a cell could have: days, numbers, codes."""

from __future__ import annotations

import pytest

from pandora.programs.extraction.rival_cells import MOST_RIVALS, MOST_WORDS, rivals_of
from pandora.programs.extraction.table_cells import Cell

MAIL = """From: Ellen Rask
Hi, this is about Monday, 12 May: we'd ordered 6 baguettes, but please make it 8 of them.
Same day, 12 May. Not 14 May as before, 12 May 2024. A 3-room flat, see KV-20418-B, not KV-11872-A, 30-112."""
BILL = """Bill 311/24
200 envelopes 18.00
10 reams 41.50
Total EUR 59.50, with VAT 71.40"""


@pytest.mark.parametrize(
    ("text", "words", "line", "rivals"),
    [
        (MAIL, "6", 2, ("8", "3")),
        (MAIL, "6 baguettes", 2, ("8", "3")),
        (MAIL, "12 May", 2, ("14 May",)),
        (MAIL, "Monday, 12 May", 2, ("14 May",)),
        (MAIL, "KV-20418-B", 3, ("KV-11872-A",)),
        (MAIL, "Ellen Rask", 1, ()),
        (MAIL, "please make it 8 of them", 2, ()),
        (BILL, "59.50", 4, ("41.50", "71.40")),
        (BILL, "EUR 59.50", 4, ("41.50", "71.40")),
        (BILL, "311/24", 1, ()),
        (BILL, "", 0, ()),
    ],
)
def test_a_cell_has_rivals_of_its_kind(text: str, words: str, line: int, rivals: tuple[str, ...]) -> None:
    assert rivals_of(Cell(words, words, line), text) == rivals


def test_a_long_text_has_none_and_a_short_one_not_too_many() -> None:
    text = " ".join(map(str, range(100, 100 + MOST_WORDS)))
    assert len(rivals_of(Cell("105", "105", 1), text)) == MOST_RIVALS
    assert rivals_of(Cell("105", "105", 1), f"{text} more") == ()
