"""The values of an answer that could be others of their kind in the text."""

from __future__ import annotations

import pytest

from pandora.programs.texts.passages import passages
from pandora.programs.texts.rival_values import Claim, claims

MINUTES = """Minutes of 14 October 2025

2. Switch
It was first said that Owen collects three quotes for the switch by 24 October, for 600 euros at most.

3. Post
Hanna takes the post at 10:30 until 7 November, and it costs 20 hours.

5. Addition
Owen is away. Sunita Pillai therefore takes over the quotes for the switch until
5 November, for 850 euros at most."""
WHO, WHEN, MOST = (
    "Who gets the quotes for the switch?",
    "Until when are there quotes?",
    "What is the most for the quotes?",
)


def claimed(question: str, said: str, text: str = MINUTES) -> list[tuple[str, tuple[str, ...]]]:
    return [(claim.value, claim.rivals) for claim in claims([(question, said)], passages("minutes.txt", text))]


@pytest.mark.parametrize(
    ("question", "said", "value", "rivals"),
    [
        (WHO, "Owen", "Owen", ("Sunita Pillai",)),
        (WHO, "Sunita Pillai does.", "Sunita Pillai", ("Owen",)),
        (WHEN, "5 November", "5 November", ("14 October 2025", "24 October", "7 November")),
        (MOST, "850 euros", "850", ("600",)),
    ],
)
def test_a_value_has_those_of_its_kind_as_rivals(
    question: str, said: str, value: str, rivals: tuple[str, ...]
) -> None:
    assert claimed(question, said) == [(value, rivals)]


def test_what_stands_in_no_passage_has_no_rivals() -> None:
    assert claimed(MOST, "725 euros") == claimed(WHEN, "6 November") == claimed(WHO, "somebody") == []


def test_a_value_of_the_question_and_another_unit_are_no_rivals() -> None:
    text = "The boat costs 40 euros for 3 hours and 55 euros for 12 hours; 15 people fit in."
    assert claimed("What does the boat cost for 12 hours?", "55 euros", text) == [("55", ("40",))]


def test_german_nouns_are_no_names() -> None:
    text = "Die Kasse führt Anna Berg, die Liste führt Tom Lang, und das Fest ist am 3. Mai oder am 4. Mai."
    assert [value for value, _ in claimed("Wer führt die Kasse?", "Anna Berg", text)] == []


def test_a_statement_has_another_value_in_place_of_its_own() -> None:
    claim = Claim("Until when?", "by 5 November, at noon", "5 November", ("24 October",), "")
    assert claim.statement("24 October") == "Until when: by 24 October, at noon"
