"""The answer of a harvest is true: each claim with its quote or marked, and a decision ends in a
recommendation."""

from __future__ import annotations

import pytest

from pandora.questions.harvest_answer import OWN, RootOutput, SidedQuote, answer_lines, read_output
from pandora.questions.statements import Statement

PRICE = Statement("gas.md", 2, "A gas boiler for the hall costs 9,500 euros with the connection.")
AGE = Statement("oil.md", 1, "The oil boiler is from 1998 and its tank leaks.")
PUMP = Statement("pump.md", 4, "The heat pump needs no chimney.")
QUOTES = [
    SidedQuote("for", "buy the gas boiler", AGE.quote),
    SidedQuote("against", "buy the gas boiler", PRICE.quote),
    SidedQuote("for", "buy a heat pump", PUMP.quote),
    SidedQuote("open", "", "“Nobody has asked the chimney sweep.” [minutes.md:3]"),
]
CHOSEN = RootOutput("buy the gas boiler (0.81)", "It is cheap.", "the chimney is sound", "the same")


def lines(
    output: RootOutput, first: str = "", tensions: tuple[str, ...] = (), asks: str = "a decision"
) -> list[str]:
    return list(answer_lines(output, first, [PRICE, AGE, PUMP], QUOTES, tensions, asks, False))


def test_every_claim_has_its_quote_or_is_marked() -> None:
    """Thinking 6: each claim with its quote, or marked as the model's own; what no source has is only
    counted."""
    told = lines(CHOSEN, "A gas boiler costs 9,500 euros. Insulation is not relevant. It costs 4,000 euros.")
    assert f"- It is cheap. — {OWN}" in told
    assert f"- A gas boiler costs 9,500 euros. — {PRICE.quote}" in told
    assert not any("Insulation" in line or "4,000" in line for line in told)
    assert any(line.startswith("- 2 sentences of the first answer that no source bears out") for line in told)


def test_what_decides_is_missing_and_would_change_it_is_told() -> None:
    """Thinking 6: what decides, what speaks against it, what is missing, and what would change the answer."""
    text = "\n".join(lines(CHOSEN, tensions=("“a” [a.md:1] against “b” [b.md:1]",)))
    assert f"What decides:\n- {AGE.quote}" in text
    assert f"What speaks against it:\n- {PRICE.quote}" in text
    assert "What is missing:\n- “Nobody has asked the chimney sweep.” [minutes.md:3]" in text
    assert "- which of these holds: “a” [a.md:1] against “b” [b.md:1]" in text
    assert f"- what speaks for “buy a heat pump”: {PUMP.quote}" in text


@pytest.mark.parametrize(("asks", "title"), [("a decision", "Recommendation"), ("a cause", "Conclusion")])
def test_it_ends_in_a_recommendation_with_its_conditions(asks: str, title: str) -> None:
    """Thinking 6: a decision question ends in a recommendation with its conditions."""
    last = lines(CHOSEN, asks=asks)[-1]
    assert last == f"{title}: buy the gas boiler, provided: the chimney is sound ({OWN})."


def test_a_first_answer_that_the_graph_changed_is_not_told_again() -> None:
    changed = RootOutput("buy a heat pump", "The heat pump needs no chimney.", "", "another one")
    text = "\n".join(lines(changed, "A gas boiler costs 9,500 euros."))
    assert "9,500 euros. —" not in text
    assert "the first answer was another one, and is left out" in text
    assert f"- The heat pump needs no chimney. — {PUMP.quote}" in text


def test_an_output_is_read_as_code_and_as_people_write_it() -> None:
    written = "Answer: buy it (0.81)\nBecause: It is cheap.\nProvided: nothing\nFirst answer: the same"
    assert read_output(written) == RootOutput("buy it (0.81)", "It is cheap.", "", "the same")
    assert read_output(written).choice == "buy it"
    assert read_output("We buy it, says the chair.").text == "We buy it, says the chair."
