"""Quotes are found in sources or do not count; figures that nothing holds are named."""

from __future__ import annotations

import pytest

from pandora.document.figures import figures, unfounded_figures
from pandora.document.statement_relation import visible_relation
from pandora.questions.citations import (
    LONGEST_QUOTE,
    borne_out,
    quotable,
    quote,
    quotes_in,
    sided_quotes,
    unfounded_words,
    whole_quote,
)
from pandora.questions.statements import Statement, statements_of
from pandora.workspace.full_text import Passage

GAS = Passage(
    "notes/gas.md", 1, "# Gas boiler\n\nOffer: 11,200 euros installed.\nGas costs 11.5 cents per kWh today."
)


@pytest.mark.parametrize(
    "given",
    [
        "Gas costs 11.5 cents per kWh today.",
        'Source notes/gas.md:1: "gas  costs 11.5 cents per kwh today"',
        "Gas costs 11.5 cents per kWh today, so it is dear",
        "“Gas costs 11.5 cents per kWh today” [notes/gas.md:4]",
    ],
)
def test_a_quote_is_given_as_the_source_has_it_with_its_line(given: str) -> None:
    found = quote(given, [Passage("notes/other.md", 1, "Nothing of the kind."), GAS])
    assert found == "“Gas costs 11.5 cents per kWh today” [notes/gas.md:4]"
    assert quotes_in(found) == [("Gas costs 11.5 cents per kWh today", "notes/gas.md:4")]
    assert quote(found, [GAS]) == found


def test_a_heading_is_no_evidence() -> None:
    """A fault that was mended: “The yard” stood as what speaks for an answer."""
    assert quote("Gas boiler", [GAS]) == quote("# Gas boiler", [GAS]) == ""
    assert quote("Offer: 11,200 euros installed", [GAS]) == "“Offer: 11,200 euros installed” [notes/gas.md:3]"


@pytest.mark.parametrize(
    "given", ["none", "", "Gas", "Oil costs 14 cents per litre today", "today it is cheap"]
)
def test_words_that_no_source_has_are_no_evidence(given: str) -> None:
    assert quote(given, [GAS]) == ""


def test_figures_that_nothing_holds_are_named_however_they_are_written() -> None:
    assert figures("3 of 12 cost 11,200 or 11.50") == ["12", "11,200", "11.50"]
    known = [GAS.text]
    assert unfounded_figures("It costs 11 200 euros, then 11.50 cents, not 1.120 or 25,000.", known)[-2:] == [
        "1.120",
        "25,000",
    ]
    assert unfounded_figures("It costs 11200 euros and 11,5 cents; 3 say so.", known) == []


def test_code_sees_a_clash_only_where_the_same_is_said_otherwise() -> None:
    assert "1,300 and 1,900" in visible_relation(
        "contradict", "The pump costs 1,300 euros a year.", "The pump costs 1,900 euros a year."
    )
    assert visible_relation("contradict", "The roof does not leak.", "The roof leaks.")
    assert (
        visible_relation("contradict", "The pump costs 1,300 euros.", "The oil boiler costs 1,258 euros.") == ""
    )
    assert visible_relation("agree", "The pump costs 1,300 euros.", "The pump costs 1,300 euros.")


@pytest.mark.parametrize(
    ("text", "made_up"),
    [
        ("We should install a gas furnace in our house. It is cheap.", ["install", "gas", "furnace"]),
        ("The house needs 16,000 kWh of heat a year.", []),
        ("The findings do not settle which heating fits the house.", []),
        ("It depends.", []),
    ],
)
def test_an_answer_that_names_what_nothing_given_names(text: str, made_up: list[str]) -> None:
    known = [
        "Finding: What is the heat demand?\nThe house needs 16,000 kWh of heat a year.",
        "Question: Which heating fits?",
    ]
    assert unfounded_words(text, known) == made_up


def test_a_run_inside_a_longer_sentence_of_the_models_is_kept() -> None:
    """Thinking 2: an exact run inside a longer sentence of the model's is found and kept."""
    given = (
        "As far as anybody can tell from this, gas costs 11.5 cents per kWh today, which most people here "
        "think of as quite a lot of money for a village hall"
    )
    assert quote(given, [GAS]) == "“Gas costs 11.5 cents per kWh today” [notes/gas.md:4]"
    statements = list(statements_of([GAS]))
    assert whole_quote(given, [GAS], statements) == "“Gas costs 11.5 cents per kWh today.” [notes/gas.md:4]"


@pytest.mark.parametrize(
    ("claim", "places"),
    [
        ("Gas costs 11.5 cents per kWh.", ["gas.md:4"]),
        ("Gas costs 11.5 cents per kWh and the roof costs 7,800 euros.", ["gas.md:4", "roof.md:1"]),
        ("Gas costs 12.5 cents per kWh.", []),
        ("Insulating the roof costs 11.5 euros per kWh of gas.", []),
        ("The roof costs 11.5 cents per pear.", []),
        ("Insulating the roof is not relevant.", []),
        ("The roof does not cost 7,800 euros.", []),
        ("The pump would heat the hall as it is.", []),
        ("The pump would not heat the hall as it is.", ["pump.md:2"]),
        ("The pump hums.", ["pump.md:3"]),
        ("It depends.", []),
        ("Release v2.31 was rolled back.", ["deploy.log:3"]),
        ("Rolling back v2.31 solves it.", []),
    ],
)
def test_a_claim_is_borne_out_by_what_holds_its_words_and_figures(claim: str, places: list[str]) -> None:
    """Thinking 6: a claim rests on quotes, or it counts as the model's own."""
    sources = [
        Statement("gas.md", 4, "Gas costs 11.5 cents per kWh today."),
        Statement("roof.md", 1, "Insulating the roof costs 7,800 euros."),
        Statement("pump.md", 2, "The pump would not heat the hall as it is: the roof loses too much."),
        Statement("pump.md", 3, "The pump has no chimney, and it hums."),
        Statement("deploy.log", 3, "2026-03-03 14:38:12 release v2.31 rolled back"),
    ]
    assert [f"{each.path}:{each.line}" for each in borne_out(claim, sources)] == places


LONG = "The gym " + "is very long and has many rooms and " * 7 + "costs 20 euros"


@pytest.mark.parametrize("path", ["notes/a.md", "notes/b [old].md", "notes/[1] c.md", "notes/d:5.md"])
@pytest.mark.parametrize("text", ["The “old” mill costs 35 euros an evening", LONG])
def test_a_quote_is_read_back_and_stands_in_its_source(path: str, text: str) -> None:
    """Faults that were mended: a name with brackets hid the quote, and a long one ended in an ellipsis."""
    found = quote(text, [Passage(path, 1, f"Before.\n{text}.")])
    words, place = quotes_in(found)[0]
    assert place == f"{path}:2"
    assert words in text.replace("“", '"').replace("”", '"')
    assert len(words) > 30


def test_a_line_without_blanks_is_cut_anywhere() -> None:
    assert quotable("長" * 300) == "長" * LONGEST_QUOTE
    assert quotable(f"one two {'x' * 300}") == "one two"


GYM = Statement("rooms.md", 1, "The gym costs 20 euros an evening and takes 90 people.")
MILL = Statement("rooms.md", 2, "The old mill costs 35 euros an evening, takes 60 people, and opens at 18:00.")
KEY = Statement("keys.md", 1, "The key of the gym is given out at 19:00.")


@pytest.mark.parametrize(
    ("claim", "places"),
    [
        ("The old mill costs 35 euros.", [2]),
        ("The gym costs 35 euros.", []),
        ("The old mill takes 90 people.", []),
        ("The gym takes 90 people, the old mill takes 60 people.", [2, 1]),
        ("The gym takes 60 people, the old mill takes 90 people.", []),
        ("The old mill opens at 18:00.", [2]),
        ("The gym opens at 18:00.", []),
        ("The old mill opens at 19:00.", []),
    ],
)
def test_a_value_that_is_said_of_something_else_bears_nothing_out(claim: str, places: list[int]) -> None:
    """A fault that was mended: the boiler cost what the pump does, with the sentences on both as quotes."""
    assert [each.line for each in borne_out(claim, [GYM, MILL, KEY])] == places


def test_quotes_are_read_with_the_side_that_they_are_on() -> None:
    evidence = "for: “a b” [a.md:1]\nagainst: “c d” [b.md:2]\n“e f” [c.md:3]\nagainst: none in the sources"
    assert sided_quotes(evidence) == [
        ("for", "a b", "a.md:1"),
        ("against", "c d", "b.md:2"),
        ("", "e f", "c.md:3"),
    ]
