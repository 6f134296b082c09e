"""The answer of a harvest is true: each claim with its quote or marked, and a decision ends in a
recommendation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pandora.document.form import Form
from pandora.models.protocol import Call, Prompt
from pandora.questions.harvest import harvest
from pandora.questions.harvest_answer import OWN, RootOutput, SidedQuote, Support, answer_lines, read_output
from pandora.questions.statements import Statement
from tests.questions.thinker import Thinker, Thinking, usual

PRICE = Statement("gas.md", 2, "A gas boiler for the hall costs 9,500 euros with the connection.")
AGE = Statement("oil.md", 1, "The oil boiler is from 1998 and its tank leaks.")
PUMP = Statement("pump.md", 4, "The heat pump needs no chimney.")
SUPPORT = Support([PRICE, AGE, PUMP])
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
    return list(answer_lines(output, first, SUPPORT, QUOTES, tensions, asks))


def test_every_claim_has_its_quote_or_is_marked() -> None:
    """Thinking 6: each claim with its quote, or marked as the model's own; what no source has is only
    counted."""
    told = lines(CHOSEN, "A gas boiler costs 9,500 euros. Insulation is not relevant. It costs 4,000 euros.")
    assert f"- A gas boiler costs 9,500 euros. — {PRICE.quote}" in told
    assert not any("Insulation" in line or "4,000" in line or "cheap" in line for line in told)
    assert any(line.startswith("- 3 sentences of the model that no source bears out") for line in told)
    unsourced = answer_lines(CHOSEN, "", Support(sourced=False), (), (), "a decision")
    assert f"- It is cheap. — {OWN}" in list(unsourced)


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


def test_what_another_statement_contradicts_is_no_fact() -> None:
    """Thinking 6: a claim that only a contested statement bears out is told as a tension, not as a fact."""
    guess = Statement("minutes.md", 3, "The hall needs about 2,100 litres of oil a year, said the chair.")
    claim = "The hall needs about 2,100 litres of oil a year."
    assert Support([guess, PRICE]).of(claim) == [guess]
    assert Support([guess, PRICE], frozenset({guess.quote})).of(claim) == []


def test_a_sentence_of_a_branch_needs_a_source_and_its_quotes_must_be_true() -> None:
    """Thinking 6: no sentence of a model reaches the harvest unless a source bears it out."""
    text = f"The pump is loud. The heat pump needs no chimney.\nfor: {PUMP.quote}\n"
    text += "against: “It hums.” [pump.md:9]"
    assert SUPPORT.borne_out_part(text) == f"The heat pump needs no chimney. for: {PUMP.quote}"
    assert SUPPORT.borne_out_part(f"{PUMP.quote} So it is the cheapest, says {AGE.quote}.") == ""
    assert Support(sourced=False).borne_out_part("The pump\nis loud.") == "The pump is loud."


def test_what_bears_on_the_task_is_told_though_no_answer_names_it(thinking: Thinking) -> None:
    """Thinking 6: the harvest holds facts of the sources that the model passed over, and not its guesses."""
    thinking.notes(
        log="# Stage\n\nThe stage floor is wet. Water came through the roof in March, 40 litres of it.",
        fair="The cake was good.",
    )
    thinking.begin("pulse", sources=["notes"], question="Why is the stage wet?").sit(1)
    summary = harvest(thinking.graph)["summary"]
    assert "- “Water came through the roof in March, 40 litres of it.” [notes/log.md:3]" in summary
    assert "cake" not in summary
    assert "Perhaps it is" not in summary  # what the model says of each question, and no source


def test_what_gives_a_figure_or_a_day_is_told_before_other_findings(thinking: Thinking) -> None:
    """A fault that was mended: the recipe of a newsletter stood before what the repair costs."""
    thinking.notes(
        log="The wet stage of the hall, why is it.\nIn 4 days came the plumber and took 12 euros.\n",
        more="The curtain of the plumber is red. The plumber is old.",
    )
    thinking.begin("pulse", sources=["notes"], question="Why is the stage of the hall wet?").sit(1)
    findings = harvest(thinking.graph)["summary"].partition("### Key Findings")[2].strip().split("\n")
    assert findings[0] == "- “In 4 days came the plumber and took 12 euros.” [notes/log.md:2]"


def test_no_secret_of_a_source_is_quoted(thinking: Thinking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAGE_TOKEN", "hunter2-hunter2")
    thinking.notes(log="The stage is wet. The stage opens with hunter2-hunter2 at night.")
    thinking.begin("pulse", sources=["notes"], question="Why is the stage wet?").sit(1)
    assert "hunter2" not in harvest(thinking.graph)["summary"]
    documents = [path.read_text("utf-8") for path in (thinking.root / "state").rglob("*.md")]
    assert not any("hunter2" in document for document in documents)


def test_what_rests_on_the_same_quotes_alone_is_told_once() -> None:
    first = "The oil boiler is from 1998. The boiler for oil is from 1998 and its tank leaks."
    told = [line for line in lines(CHOSEN, first) if line.endswith(f"— {AGE.quote}")]
    assert told == [f"- The oil boiler is from 1998. — {AGE.quote}"]
    both = "The gas boiler for the hall costs 9,500 euros and the oil boiler is from 1998."
    assert any(line.startswith(f"- {both}") for line in lines(CHOSEN, f"The oil boiler is from 1998. {both}"))


def test_a_list_of_the_model_is_told_without_its_marks() -> None:
    told = lines(CHOSEN, "- The oil boiler is from 1998.\n2. The heat pump needs no chimney.")
    assert f"- The oil boiler is from 1998. — {AGE.quote}" in told
    assert f"- The heat pump needs no chimney. — {PUMP.quote}" in told


def test_a_condition_has_no_figure_without_a_source_and_no_half_sentence() -> None:
    """A fault that was mended: a recommendation ended in figures that the model had made up."""
    given = (
        "The chimney is sound. The oil boiler is from 1998. It weighs more than 78 kilograms. Its page count is"
    )
    last = lines(replace(CHOSEN, provided=given))[-1]
    assert "provided: The chimney is sound. The oil boiler is from 1998 (" in last
    assert "78" not in last
    assert "page count" not in last
    for made_up in ("It costs 4,000 euros.", "“The tank is new.” [notes/tank.md:3]"):
        assert "provided" not in lines(replace(CHOSEN, provided=made_up))[-1]


@pytest.mark.parametrize(
    "given", ["The heat pump needs no chimney", "A gas boiler for the hall costs 9,500 euros."]
)
def test_what_speaks_against_the_answer_or_for_another_is_no_condition_of_it(given: str) -> None:
    """A fault that was mended: a van was to be leased, `provided` that the old one's frame is rusted."""
    assert lines(replace(CHOSEN, provided=given))[-1] == "Recommendation: buy the gas boiler."
    own = lines(replace(CHOSEN, provided=f"The chimney is sound. {given}"))[-1]
    assert own == f"Recommendation: buy the gas boiler, provided: The chimney is sound ({OWN})."


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("The chimney is sound.", True),
        ("The oil boiler is from 1998.", True),
        ("Insulating the roof is not relevant.", False),
        ("The pump is the cheapest of all.", False),
        ("The roof holds 40 litres of oil.", False),
    ],
)
def test_a_condition_is_about_what_is_open_or_a_source_bears_it_out(given: str, kept: bool) -> None:
    """A fault that was mended: six of the suite's 47 forbidden statements could end a recommendation as its
    condition."""
    assert (f"provided: {given[:-1]}" in lines(replace(CHOSEN, provided=given))[-1]) is kept
    unsourced = answer_lines(replace(CHOSEN, provided=given), "", Support(sourced=False), (), (), "a decision")
    assert f"provided: {given[:-1]} ({OWN})" in list(unsourced)[-1]


def test_a_condition_may_be_about_a_contradiction_that_is_open() -> None:
    tension = "“The lease ends in May.” [a.md:1] against “The lease ends in June.” [b.md:1]"
    last = lines(replace(CHOSEN, provided="the lease ends late"), tensions=(tension,))[-1]
    assert f"provided: the lease ends late ({OWN})" in last


def test_a_choice_ends_with_one_mark() -> None:
    for choice, said in (("ask the sweep?", "Ask the sweep? ("), ("buy it.", "Buy it. (")):
        assert lines(replace(CHOSEN, answer=choice))[0].startswith(said)


def test_what_the_sources_deny_is_told_once_and_no_side_of_a_contradiction() -> None:
    """Thinking 6: what is missing is told, though no answer of the model names it."""
    line, tank = "“The line carries no eleven kilowatts.” [yard.md:3]", "“The tank is not new.” [tank.md:1]"
    support = Support([PRICE, AGE, PUMP], frozenset({tank}))
    part = "“The heat pump needs” [pump.md:4]"  # within a longer quote
    told = list(answer_lines(CHOSEN, "", support, QUOTES, (), "a decision", [PUMP.quote, part, line, tank]))
    place = told.index("What is not so, or not known:")
    assert told[place + 1 : place + 3] == [f"- {line}", ""]


def test_a_lack_that_no_answer_names_is_told(thinking: Thinking) -> None:
    """A fault that was mended: a yard without a charging point was left out of a decision on a van."""
    thinking.notes(
        lease="The electric van costs 389 euros a month.",
        yard="The gate is green. No charging point is in the yard.",
    )
    thinking.begin("pulse", sources=["notes"], question="Should we lease an electric van?").sit(1)
    summary = harvest(thinking.graph)["summary"]
    assert "What is not so, or not known:\n- “No charging point is in the yard.” [notes/yard.md:1]" in summary
    assert summary.count("No charging point") == 1
    assert "gate" not in summary


def test_what_somebody_only_says_or_thinks_is_no_fact() -> None:
    """Thinking 6: a claim of the model is no fact because a source tells that somebody thinks so."""
    thought = Statement("gardener.md", 2, "He thinks that the new seeds from the fair were bad.")
    german = Statement("wart.md", 1, "Der Wart meint, dass die Pumpe zu laut ist.")
    ordered = Statement("grant.md", 3, "The state pays 3,000 euros for a van that is ordered by 31 October.")
    support = Support([thought, german, ordered])
    assert support.of("The new seeds were bad.") == support.of("Die Pumpe ist zu laut.") == []
    assert support.of("He thinks that the new seeds were bad.") == [thought]
    assert support.of("The state pays 3,000 euros for a van ordered by 31 October.") == [ordered]


def test_a_claim_about_a_possible_answer_needs_words_of_a_source_that_name_it() -> None:
    """A fault that was mended: `Heavy rain caused the water to stand 4 centimetres high` was borne out by how
    high it stood, and the rain was the model's own."""
    water = Statement("damage.md", 3, "The water stood 4 centimetres high in the cellar.")
    rain = Statement("station.md", 3, "Heavy rain of 12 millimetres fell in the night.")
    caused = "Heavy rain made the water stand 4 centimetres high in the cellar."
    assert Support([water, rain]).of(caused)
    support = Support([water, rain], possible=["Heavy rain", "A pump that stood still"])
    assert support.of(caused) == []
    assert support.of("The water stood 4 centimetres high.") == [water]
    assert support.of("Heavy rain fell, 12 millimetres in the night.") == [rain]


def test_a_result_holds_claims_against_the_answers_that_its_questions_are_about(thinking: Thinking) -> None:
    thinking.notes(damage="The water of topic stood 4 centimetres high in the cellar.")
    claim = "Part topic0x made the water stand 4 centimetres high in the cellar."

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        values = usual(call, prompt, form)
        return {**values, "because": claim} if "provided" in form else values

    thinking.model = Thinker(answers)
    thinking.begin("pulse", sources=["notes"], question="Why is water in the cellar?").sit(1)
    summary = harvest(thinking.graph)["summary"]
    assert "Part topic0x" in summary
    assert claim.rstrip(".") not in summary


def test_what_was_found_for_several_possible_answers_decides_nothing() -> None:
    """A fault that was mended: a quote that two possible answers had for them was said to decide for one."""
    newspaper, guard = "“It rained.” [newspaper.md:1]", "“The light went out at 04:00.” [guard.md:1]"
    chosen = RootOutput("heavy rain", "It rained.", "", "the same")
    both = [
        SidedQuote(side, about, quote)
        for about in ("heavy rain", "the river")
        for side, quote in (("for", newspaper), ("against", guard))
    ]
    told = "\n".join(answer_lines(chosen, "", SUPPORT, both, (), "a cause"))
    assert "What decides:\n- nothing was found that speaks for this answer alone, or against another" in told
    assert f"What was found for several possible answers alike:\n- {newspaper}" in told
    assert f"What was found against several possible answers alike:\n- {guard}" in told
    assert (told.count(newspaper), told.count(guard)) == (1, 1)
    one_more = [*both, SidedQuote("for", "heavy rain", PUMP.quote)]
    told = "\n".join(answer_lines(chosen, "", SUPPORT, one_more, (), "a cause"))
    assert f"What decides:\n- {PUMP.quote}\n\n" in told
