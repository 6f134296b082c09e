"""Two summaries of one text agree without the same words."""

from __future__ import annotations

import pytest

from pandora.programs.texts.alike_summaries import summaries_agree
from pandora.programs.texts.asked_length import asks_for_summary

POOL = (
    "The newsletter discusses the closure of the outdoor pool in Castle Lane from 1 September until the end of "
    "April, with new tiles and a heat pump replacing the old heating."
)
MORE = (
    "The outdoor pool in Castle Lane closes from 1 September until the end of April for new tiles and a heat "
    "pump. Members can use the indoor pool from 6 pm to 9 pm."
)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (POOL, MORE, True),
        (POOL, POOL.replace("1 September", "3 September"), False),
        (POOL, "Newsletter of the Swimming Club Dolphins, August", False),
        (POOL, POOL.replace("Castle Lane", "Mill Lane"), False),
        ("The deposit is 150 euros.", "The deposit is 50 euros.", False),
        ("It closes.", "It closes.", False),
    ],
)
def test_they_share_words_and_facts(one: str, other: str, same: bool) -> None:
    request = "what is it about? tell me in two sentences"
    assert summaries_agree(one, other, request) == summaries_agree(other, one, request) == same


@pytest.mark.parametrize(
    ("request_text", "summary"),
    [
        ("whats this newsletter about? tell me in two sentences", True),
        ("Sum up her mail (ingrid.txt) in 3 sentences at most.", True),
        ("boil report.txt down to 60 words at most", True),
        ("what does it cost? one sentence is enough", False),
        ("how much is the deposit?", False),
    ],
)
def test_a_length_of_several_sentences_asks_for_one(request_text: str, summary: bool) -> None:
    assert asks_for_summary(request_text) == summary
