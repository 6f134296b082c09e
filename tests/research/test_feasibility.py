from __future__ import annotations

import pytest

from pandora.budget import Budget
from pandora.engine.run import resume
from pandora.errors import UsageError
from pandora.outcome import Status
from pandora.research.authorization import PHRASE
from pandora.research.feasibility import listed_subjects, require_room, width_of
from pandora.research.manager import manager
from pandora.research.research_plan import plan_of_one_look_up
from tests.research.conftest import Documents
from tests.research.desk import POPULATION, QUERY, Desk

NAMES = [
    f"{first}{last}"
    for first in ("Alm", "Birk", "Dorn", "Erl", "Farn")
    for last in ("au", "feld", "ried", "see")
]
TOWNS = {f"{name}.md": f"# {name}\n\nThe capital of the land is {name}.\n" for name in NAMES}
EIGHT = "How do Laos, China, Vietnam, Thailand, Burma, Cambodia, India and New Zealand compare in people?"


@pytest.mark.parametrize(
    ("query", "listed"),
    [
        (EIGHT, ("Laos", "China", "Vietnam", "Thailand", "Burma", "Cambodia", "India", "New Zealand")),
        ("Which of rice, tea, and rubber does Laos export?", ("rice", "tea", "rubber")),
        ("How do Laos and China compare?", ()),
        (QUERY, ()),
    ],
)
def test_code_counts_the_subjects_that_a_query_lists(query: str, listed: tuple[str, ...]) -> None:
    assert listed_subjects(query) == listed


def test_without_a_narrower_query_of_its_own_code_leaves_it_to_the_person(documents: Documents) -> None:
    same = {f"{n}.md": f"The capital of the land is as told, and {n} is the number.\n" for n in range(20)}
    index = documents.with_files({**same})
    width = width_of("What is the capital of the land?", index)
    assert width is not None
    assert all(width_of(query, index) is None for query in (*width.narrower, *width.split))


def test_a_query_of_more_subjects_than_tasks_is_split_by_code(documents: Documents) -> None:
    """Research R2: the reply names what is too wide, and proposes a narrower query and a split."""
    width = width_of(EIGHT, documents.with_files({"laos.md": "How many people has Laos?"}))
    assert width is not None
    assert width.why == "it names 8 subjects, and a plan has 6 tasks at most"
    assert width.narrower == ("How do Laos and China compare in people?",)
    assert width.split[0] == "How do Laos, China, Vietnam and Thailand compare in people?"
    assert width.split[1] == "How do Burma, Cambodia, India and New Zealand compare in people?"


def test_a_query_that_a_good_share_of_all_sources_fits_names_nothing(documents: Documents) -> None:
    """Research 1: what every source says is too wide; a query that names one of them is not."""
    index = documents.with_files({**TOWNS})
    width = width_of("What is the capital of each land?", index)
    assert width is not None
    assert width.why.startswith("20 of 20 sources say capital, land, and one question reads 12 at most")
    assert width.narrower == ("What is the capital of each land: Almau?",)
    assert width_of(width.narrower[0], index) is None
    assert width_of("What is the capital of the land around Dornsee?", index) is None
    assert width_of("What is the zeppelin of each land?", index) is None, "no source has a zeppelin"


def test_what_is_too_wide_for_code_is_refused_whatever_the_model_says(desk: Desk) -> None:
    """Research 1 and R2: code refuses steadfastly, and asks no model for what to propose."""
    for name, text in TOWNS.items():
        (desk.root / "docs" / name).write_text(text, encoding="utf-8")
    asked = str(desk.ask("What is the capital of each land?").outcome.question)
    assert "'What is the capital of each land?' is too wide: 20 of 23 sources say capital, land" in asked
    for reply in (PHRASE, "ok", "Do it now", PHRASE):
        assert desk.reply(reply).outcome.status is Status.WAITING
        assert "is too wide: 20 of 23" in desk.question
    assert desk.documents("planner") == []
    assert not [call for call, _ in desk.model.asked if call.phase == "do"]
    assert PHRASE in str(desk.reply("1").outcome.question)


def test_a_person_may_find_feasible_what_code_does_not(desk: Desk) -> None:
    for name, text in TOWNS.items():
        (desk.root / "docs" / name).write_text(text, encoding="utf-8")
    desk.ask("What is the capital of each land?")
    desk.edit("1. one fact", "1. a list")
    assert PHRASE in str(desk.resume().outcome.question)


def test_the_question_says_which_words_no_source_has(desk: Desk) -> None:
    asked = str(desk.ask("How high is the zeppelin of Laos?").outcome.question)
    assert asked.endswith("Or write another query. No source has high, zeppelin.")


def test_no_source_needs_a_word_that_asks_for_an_amount(desk: Desk) -> None:
    asked = str(desk.ask("How many zeppelins has Laos, and how much?").outcome.question)
    assert asked.endswith("No source has zeppelins.")


def test_a_query_in_another_language_than_the_sources_is_said_before_it_starts(desk: Desk) -> None:
    """Research: where it shares a word, the question says it; where not, the reason of the end does."""
    for path in (desk.root / "docs").iterdir():
        path.unlink()
    english = "The boiler in the cellar of Laos was serviced in May by the same company as in the year before."
    (desk.root / "docs" / "boiler.md").write_text(f"{english}\n", encoding="utf-8")
    german = "Wann wurde der Kessel im Keller zum letzten Mal gewartet, und welche Firma hat das gemacht?"
    ended = desk.ask(german)
    assert ended.outcome.status is Status.ESCALATED
    assert "the question is in German and the sources are in English" in ended.outcome.reason
    ended = desk.ask(german.replace("Keller", "Keller von Laos"))
    assert ended.outcome.status is Status.WAITING
    assert "The question is in German and the sources are in English; ask in English" in desk.question


def test_an_answer_to_no_sources_is_the_query(desk: Desk) -> None:
    """Research 12: the person may word a query that found nothing anew."""
    desk.ask("Qwfp zxcd arstd neio?")
    assert PHRASE in str(desk.reply(POPULATION).outcome.question)
    assert desk.reply(PHRASE).outcome.status is Status.ACCEPTED
    assert "7900000" in desk.report


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        (Budget(calls=4, tokens=1_000_000), "4 calls are too few for one extractor: 23 are the least"),
        (Budget(calls=400, tokens=400), "400 tokens are too few for one extractor"),
    ],
)
def test_a_budget_too_small_for_one_extractor_ends_before_a_call(desk: Desk, budget: Budget, said: str) -> None:
    """Research ✎4: one line, no call, and the run goes on with a higher ceiling."""
    ended = desk.ask(budget=budget)
    assert ended.outcome.status is Status.ESCALATED
    assert ended.outcome.reason.startswith(said)
    assert desk.model.asked == []
    assert ended.outcome.ceiling is not None
    more = Budget(calls=400, tokens=1_000_000)
    ended = resume(f"system-{desk.short}", desk.host(more), more, loop=manager(None))
    assert ended.outcome.status is Status.WAITING


def test_a_look_up_takes_as_many_sources_as_the_calls_reach_for() -> None:
    assert plan_of_one_look_up(QUERY, 26).leaves[0].sources == 2
    assert plan_of_one_look_up(QUERY, 10).leaves[0].sources == 1
    assert plan_of_one_look_up(QUERY, 400).leaves[0].specification == ""


def test_a_model_without_room_for_an_extractor_is_refused() -> None:
    with pytest.raises(UsageError, match="the model's context of 1024 tokens leaves an extractor 368"):
        require_room(1024, Budget())
    require_room(8192, Budget())
