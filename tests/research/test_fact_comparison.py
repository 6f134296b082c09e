"""When two facts are the same, and when one contradicts the other."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pandora.research.fact_comparison import clashes, is_same


@dataclass(frozen=True)
class Said:
    text: str
    question: str = ""
    kind: str = "fact"


def answer(text: str, question: str = "What is the population of Bhutan?") -> Said:
    return Said(text, question, "answer")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Said("In 2020 the GDP grew by 5%."), Said("the GDP grew by 5% in 2020")),
        (Said("The GDP grew."), Said("“the GDP grew”")),
        (answer("741,919"), answer("741919 people", "what is the population of BHUTAN")),
        (answer("Thimphu"), answer("thimphu.")),
    ],
)
def test_the_same_is_told_however_it_is_spelled(one: Said, other: Said) -> None:
    """Research 10: the same fact twice is one entry."""
    assert is_same(one, other)
    assert list(clashes([one, other])) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Said("The GDP grew by 5%."), Said("The GDP grew by 6%.")),
        (Said("The GDP grew by 5% in 2020."), Said("The GDP grew by 6% in 2020.")),
        (Said("The GDP grew."), Said("The GDP never grew.")),
        (answer("741,919"), answer("750,000")),
        (answer("about 5 %"), answer("6 %")),
        (answer("741,919 (2015)"), answer("750,000 people")),
        (
            answer("9 May 1965", "When was Port Bhutan built?"),
            answer("9 May 1925", "When was Port Bhutan built?"),
        ),
    ],
)
def test_other_figures_or_a_denial_contradict(one: Said, other: Said) -> None:
    """Research 10: "5%" and "6%" stay two and are flagged."""
    assert not is_same(one, other)
    assert [(clash.one, clash.other) for clash in clashes([one, other])] == [(0, 1)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Said("The GDP grew by 5% in 2020."), Said("The GDP grew by 6% in 2021.")),
        (Said("The GDP of Bhutan grew by 5% then."), Said("The GDP of Nepal grew by 6% then.")),
        (Said("A beat B by 5 points."), Said("B beat A by 5 points.")),
        (Said("Exports grew by 5%."), Said("Imports grew by 5%.")),
        (answer("38,394 sq km"), answer("14,824 square miles")),
        (answer("741,919"), answer("30,000,000", "What is the population of Nepal?")),
        (answer("741,919", "What is the population?"), answer("30,000,000", "What is the population?")),
        (answer("China"), answer("India")),
        (answer("741,919 in 2015"), answer("750,000 in 2016")),
        (answer("741,919"), Said("741,920")),
    ],
)
def test_what_speaks_of_something_else_is_neither(one: Said, other: Said) -> None:
    assert not is_same(one, other)
    assert list(clashes([one, other])) == []


def test_among_many_facts_the_pair_that_clashes_is_told() -> None:
    facts = [Said(f"The town number {number} was founded by settlers.") for number in range(300)]
    facts += [
        Said("The bridge over the river carries 40 tons."),
        Said("The bridge over the river carries 12 tons."),
    ]
    found = [(clash.one, clash.other) for clash in clashes(facts)]
    assert (300, 301) in found
