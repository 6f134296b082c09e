"""The statements that bear on a question are found by what ties them to it, in every source."""

from __future__ import annotations

from pandora.questions.relevant_statements import (
    MOST_BEARING,
    MOST_DENYING,
    bearing_statements,
    denying_statements,
    ranked,
)
from pandora.questions.statements import statements_of
from pandora.workspace.full_text import Passage, passages_of

NOTES = {
    "oven.md": "# Oven\n\nThe bakery's bread came out pale on Friday.\nThe oven was opened at 05:10.",
    "meter.log": "05:10:07 fuse 3 fell, current 41 ampere\n05:40:00 fuse 3 set again",
    "mail.md": "# Fuse\n\nThe electrician writes that fuse 3 takes 35 ampere at most.",
    "party.md": "The garden party begins at noon. Lanterns hang in the pear tree. Grandmother sings. "
    "Uncle Vito pours cider. Children swim.",
}


def passages(notes: dict[str, str] = NOTES) -> list[Passage]:
    return [passage for name, text in notes.items() for passage in passages_of(name, text)]


def test_what_shares_no_word_with_the_question_is_reached_over_others() -> None:
    """Thinking 2: selected by more than shared words: a time, then a fuse, tie the cause to the question."""
    sources = passages()
    bearing = bearing_statements("Why was the bread pale?", list(statements_of(sources)), sources)
    texts = [statement.text for statement in bearing]
    assert texts[0] == "The bakery's bread came out pale on Friday."
    assert any("fuse 3 fell" in text for text in texts)
    assert any("35 ampere" in text for text in texts)
    assert not any("party" in text or "Lanterns" in text for text in texts)


def test_at_most_six_of_ten_statements_are_said_to_bear_on_a_question() -> None:
    sources = passages({"a.md": " ".join(f"The oven has part {letter * 3}." for letter in "abcdefghijkl")})
    assert len(bearing_statements("Which part of the oven?", list(statements_of(sources)), sources)) == 7


def test_of_statements_that_are_tied_alike_those_with_a_value_are_taken_first() -> None:
    """A fault that was mended: what was measured was left out for what is only said in the question's words."""
    said = " ".join(f"The oven has part {letter * 3}." for letter in "abcdef")
    sources = passages({"a.md": f"{said} {said.replace('part', '7 grams of part')}"})
    bearing = bearing_statements("Which part of the oven?", list(statements_of(sources)), sources)
    assert len(bearing) == 7
    assert sum("7 grams" in statement.text for statement in bearing) == 6


def test_each_wording_is_named_once_and_not_more_than_a_reader_takes() -> None:
    notes = {f"note{n}.md": f"The oven is old.\nThe oven has part {n}x." for n in range(40)}
    sources = passages(notes)
    bearing = bearing_statements("How old is the oven?", list(statements_of(sources)), sources)
    assert len(bearing) == MOST_BEARING == len({statement.text for statement in bearing})


def test_nothing_bears_on_a_question_of_which_no_source_speaks() -> None:
    sources = passages()
    statements = list(statements_of(sources))
    assert bearing_statements("How tall is Kilimanjaro?", statements, sources) == []
    assert ranked("Why?", [], []) == []


def test_what_the_sources_deny_is_named_though_nothing_ties_it_to_the_question() -> None:
    """A fault that was mended: a yard without a charging point was left out of a decision on a van."""
    notes = {
        "lease.md": "The electric van costs 389 euros a month. Insurance is not included.",
        "yard.md": "There is no charging point in the yard. The gate is green.",
    }
    sources = passages(notes)
    denying = denying_statements("Should the bakery lease a van?", list(statements_of(sources)), sources)
    assert [statement.text for statement in denying] == [
        "Insurance is not included.",
        "There is no charging point in the yard.",
    ]


def test_of_what_the_sources_deny_the_most_closely_tied_is_named_each_wording_once() -> None:
    said = " ".join(
        f"The {place} is not open." for place in ("attic", "barn", "cellar", "yard", "shed", "shed")
    )
    sources = passages(
        {"a.md": f"{said} The oven is not new. Nobody knows why.", "b.md": "The oven is not new."}
    )
    denying = denying_statements("How old is the oven?", list(statements_of(sources)), sources)
    texts = [statement.text for statement in denying]
    assert texts[0] == "The oven is not new."
    assert len(set(texts)) == len(texts) == MOST_DENYING


def test_what_is_denied_is_known_in_the_language_of_the_sources() -> None:
    notes = {
        "hof.md": "Der Hof hat ein grünes Tor. Im Hof gibt es keine Ladesäule für den Wagen. Im Mai ist Markt."
    }
    sources = passages(notes)
    denying = denying_statements("Welchen Wagen nehmen wir?", list(statements_of(sources)), sources)
    assert [statement.text for statement in denying] == ["Im Hof gibt es keine Ladesäule für den Wagen."]


def test_an_answer_that_goes_astray_does_not_lead_away_from_the_question() -> None:
    """A fault that was mended: what an answer repeated weighed as much as what was asked."""
    notes = {"oven.md": "The oven is old.", "pear.md": "The pear tree has lanterns."}
    sources = passages(notes)
    given = ("How old is the oven?", list(statements_of(sources)), sources)
    (first, oven), (second, tree) = ranked(*given, "The pear tree has lanterns.")
    assert (oven.path, tree.path) == ("oven.md", "pear.md")
    assert second < first == 1.0
    assert len(ranked(*given)) == 1
