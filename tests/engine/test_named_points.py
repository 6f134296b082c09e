"""Summaries whose requests name their points: what a text leaves out is added, and a whole one may be made."""

from __future__ import annotations

import pytest

from tests.engine.composed_texts import answered, composed, document_of, written
from tests.engine.runs import Bench

MINUTES = (
    "The fee rises to 38 euros. Odile Marchand is the new treasurer. The tournament is on 14 June, a Sunday.\n"
)
REQUEST = (
    "Sum up minutes.txt in at most 40 words. The new fee, who the treasurer is and the day of the tournament."
)
FEE, TREASURER = "The fee rises to 38 euros.", "The new treasurer is Odile Marchand."
TOURNAMENT = "The tournament is on 14 June."
NOTICE = answered("notice")
POINTS = [NOTICE, *(answered(sentence, "sentence") for sentence in (FEE, TREASURER, TOURNAMENT))]


@pytest.fixture
def bench(bench: Bench) -> Bench:
    (bench.root / "minutes.txt").write_text(MINUTES, encoding="utf-8")
    return bench


def test_a_point_that_a_summary_leaves_out_is_added(bench: Bench) -> None:
    text = f"At the meeting much was said. {FEE} {TOURNAMENT}"
    found = composed(bench, REQUEST, written(text), *POINTS, files=("minutes.txt",))
    assert found.output == f"{text} {TREASURER}"
    asked = [prompt.instruction for prompt in bench.model.prompts[2:5]]
    assert asked[0].endswith("in English, about: The new fee")
    assert "who the treasurer is" in asked[1]


def test_what_no_text_says_is_not_added(bench: Bench) -> None:
    text = f"At the meeting much was said. {FEE} {TOURNAMENT}"
    made_up = answered("The new treasurer is Gregor Samsa.", "sentence")
    lines = (NOTICE, POINTS[1], made_up, POINTS[3])
    assert composed(bench, REQUEST, written(text), *lines, files=("minutes.txt",)).output == text


def test_a_list_gets_a_point_more(bench: Bench) -> None:
    text = f"- {FEE}\n- {TOURNAMENT}"
    found = composed(bench, REQUEST, written(text), *POINTS, files=("minutes.txt",))
    assert found.output == f"{text}\n- {TREASURER}"


def test_after_two_that_failed_one_is_made_of_the_points(bench: Bench) -> None:
    long = written(" ".join([FEE, TREASURER, TOURNAMENT, MINUTES] * 3))
    lines = [long, answered("no"), long, *POINTS]
    found = composed(bench, REQUEST, *lines, files=("minutes.txt",))
    assert found.output == f"{FEE}\n{TREASURER}\n{TOURNAMENT}"
    assert "words and may have 40" in document_of(bench)


def test_other_requests_are_left_alone(bench: Bench) -> None:
    composed(bench, "Write to the members about minutes.txt.", written(FEE), files=("minutes.txt",))
    assert all("about:" not in prompt.instruction for prompt in bench.model.prompts)


def test_a_point_without_numbers_and_names_is_told_by_its_words(bench: Bench) -> None:
    (bench.root / "minutes.txt").write_text(
        "The bridge is closed since its beams are rotten.\n", encoding="utf-8"
    )
    request = "Sum up minutes.txt in at most 40 words. It should say why the bridge is closed."
    text = "Nobody can cross the river."
    reason = "Its beams are rotten."
    found = composed(
        bench, request, written(text), NOTICE, answered(reason, "sentence"), files=("minutes.txt",)
    )
    assert found.output == f"{text} {reason}"


def test_a_text_without_room_for_a_point_gives_way_to_the_points(bench: Bench) -> None:
    text = " ".join(
        [f"At the meeting much was said. {FEE} {TOURNAMENT}", *["Words and no more than that."] * 3]
    )
    found = composed(bench, REQUEST, written(text), *POINTS, files=("minutes.txt",))
    assert found.output == f"{FEE}\n{TREASURER}\n{TOURNAMENT}"


def test_a_letter_is_left_alone(bench: Bench) -> None:
    text = f"Dear members, {FEE} We"
    found = composed(bench, REQUEST, written(text, "We", "members"), answered("letter"), files=("minutes.txt",))
    assert found.output == text
