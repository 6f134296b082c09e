from __future__ import annotations

import pytest

from pandora.budget import Budget
from pandora.outcome import Status
from pandora.research.authorization import PHRASE
from pandora.research.planner import use_of_suggestion
from tests.research.desk import POPULATION, Desk, Reader

DEEP = "Laos?\n  Land of Laos?\n    Rivers of Laos?\n      Fish of Laos?"


def test_a_plan_of_four_levels_is_refused_made_again_and_escalated(desk: Desk) -> None:
    """Research 4: refused by code, retried with the reason, then escalated; the manager alone asks."""
    desk.model = Reader(parts={"compare": DEEP})
    ended = desk.research("How do Laos and China compare?")
    assert ended.outcome.status is Status.WAITING
    assert "level 4" in str(ended.outcome.question)
    assert len([prompt for _, prompt in desk.model.asked if "REFUSED" in prompt.user]) == 2
    planner = desk.document("planner", "1")
    assert planner.meta["status"] == "escalated"
    assert "### Attempt 2" in planner.text
    assert desk.documents("executor") == []
    assert desk.document().meta["status"] == "waiting"


def test_the_answer_to_the_manager_reaches_the_planner(desk: Desk) -> None:
    """Research R1: the planner's question is asked once, in the manager's document, and its answer is used."""
    desk.model = Reader(parts={"compare": DEEP})
    desk.research("How do Laos and China compare?")
    desk.model.parts = {"compare": POPULATION}
    ended = desk.reply(f"1. {POPULATION} 2. What is the capital of Laos?")
    assert ended.outcome.status is Status.ACCEPTED
    assert "7900000" in desk.report


def test_where_an_answer_gives_no_plan_either_the_run_goes_on_with_another(desk: Desk) -> None:
    """Research 4 and R1: the planner escalates; what the person writes then reaches it, and is no query."""
    desk.model = Reader(parts={"compare": DEEP})
    desk.ask("Tell me everything about Laos")  # in conversation, another query takes its place
    desk.reply("How do Laos and China compare?")
    desk.reply(PHRASE)
    assert desk.reply("As it is, but deeper").outcome.status is Status.ESCALATED
    desk.model.parts = {"compare": POPULATION}
    assert desk.reply(f"Only this: {POPULATION}").outcome.status is Status.ACCEPTED
    assert desk.report.startswith("# How do Laos and China compare?\n")
    assert "7900000" in desk.report
    assert any("Only this" in p.user for c, p in desk.model.asked if c.kind == "research_planner")


def test_the_field_stands_in_the_role(desk: Desk) -> None:
    """Research R4: manager and planner are prompted as researchers in the field that was named first."""
    desk.ask("Tell me everything about Laos")
    desk.reply("1")
    desk.reply("Authorized to execute")
    of_manager = [prompt.user for call, prompt in desk.model.asked if call.level == "system"]
    of_planner = [prompt.user for call, prompt in desk.model.asked if call.kind == "research_planner"]
    for prompts in (of_manager, of_planner):
        assert any("postdoctoral researcher in geography" in prompt for prompt in prompts)


def test_questions_off_the_query_are_refused_and_the_query_is_looked_up_at_once(desk: Desk) -> None:
    """A small model may outline its own task instead: code sees that no word is the query's."""
    desk.model = Reader(parts={"population": "Understand the task\nGather context"})
    assert desk.research().outcome.status is Status.ACCEPTED
    planner = desk.document("planner", "1")
    assert planner.text.count("this question has no word of the query") == 4
    assert f"leaf: {POPULATION}" in planner.body(2)


def test_a_query_with_a_question_inside_is_looked_up_in_two_hops(desk: Desk) -> None:
    """Research R14: the second leaf's question is composed from what the first one found."""
    query = "What is the population of the country that has Vientiane?"
    desk.model.knows["country that has Vientiane"] = ("Its capital is Vientiane", "Laos has Vientiane.")
    assert desk.research(query).outcome.status is Status.ACCEPTED
    planned = desk.document("planner", "1").body(5)
    assert "leaf: Which is the country that has Vientiane?" in planned
    assert f"leaf: {query}" in planned
    (prompt,) = [prompt for call, prompt in desk.model.asked if call.kind == "research_executor"]
    assert "Laos has Vientiane." in prompt.user


def test_an_outline_of_one_line_that_asks_nothing_is_the_query_itself(desk: Desk) -> None:
    """A fault that was mended: of one line, `Understand the question` was looked up instead of the query."""
    desk.model = Reader(parts={"population": "Understand the question on the population and analyze it"})
    desk.research()
    planner = desk.document("planner", "1")
    assert f"leaf: {POPULATION}" in planner.body(5)
    assert "analyze" not in planner.body(5)
    assert planner.meta["attempt"] == 1
    assert "7900000 people [1]" in desk.report


FOUND = f"""executor: How do Laos and China compare?
  phase: corroboration 1; coverage 1; confidence 0.5; contradictions 0; iterations 1; calls 0
  scout: Which documents tell populations?
  leaf: {POPULATION}
    priority: high
  leaf: What is the population of China?"""


def test_a_suggested_plan_that_fits_is_the_plan_with_its_scout_and_its_criteria(desk: Desk) -> None:
    """Research R5: it was dropped where one look was said to answer, and its scout always."""
    desk.model.fits = "yes"
    desk.research("How do Laos and China compare in population?", FOUND)
    planner = desk.document("planner", "1")
    assert planner.body(5) == FOUND
    assert planner.body(3) == "Suggestion: implemented"
    assert "7900000" in desk.report
    assert "1410000000" in desk.report
    assert len(desk.documents("scout")) == 1


def test_a_suggested_plan_that_does_not_fit_or_costs_too_much_is_left(desk: Desk) -> None:
    """Research R5 and 4: the planner makes its own, and no plan is trimmed; nothing is asked without one."""
    desk.research(POPULATION, FOUND)
    assert desk.document("planner", "1").body(5).endswith(f"  leaf: {POPULATION}")
    desk.model.fits = "yes"
    desk.ask(POPULATION, FOUND, budget=Budget(calls=60, tokens=1_000_000))
    desk.reply(PHRASE)
    planner = desk.document("planner", "1")
    assert "and 60 are the most" in planner.text
    assert planner.body(5).endswith(f"  leaf: {POPULATION}")
    assert planner.body(3) == "Suggestion: refined"
    desk.research(POPULATION)
    assert "Suggestion fits: none" in desk.document("planner", "1").body(1)


COMPARED = "executor: How do Laos and China compare?\n"
SUGGESTED = f"{COMPARED}  leaf: {POPULATION}\n  leaf: What is the capital of China?\n"


@pytest.mark.parametrize(
    ("plan", "use"),
    [
        (SUGGESTED, "implemented"),
        (SUGGESTED.replace("capital", "capital city"), "refined"),
        (f"{COMPARED}  leaf: Which capital has the largest population?\n", "took inspiration"),
        (f"{COMPARED}  leaf: Which rivers flow there?\n", "ignored"),
    ],
)
def test_the_plan_says_which_of_the_four_was_done_with_a_suggestion(plan: str, use: str) -> None:
    """Research R5: implemented, refined, taken as an inspiration or ignored, as code finds it."""
    assert use_of_suggestion(SUGGESTED, plan) == use
    assert use_of_suggestion("", plan) == "none given"
