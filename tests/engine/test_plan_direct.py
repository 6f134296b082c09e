from __future__ import annotations

import pytest

from pandora.engine.offered_tools import gives_command
from pandora.outcome import Status
from tests.engine.runs import CHEAPEST, DEAREST, TASK, Bench, checked, coded, planned, replaced, understood


@pytest.fixture
def direct(bench: Bench) -> Bench:
    """A workspace whose root pattern makes its first attempt in one step."""
    path = bench.workspace.system / "pattern.md"
    path.write_text(path.read_text(encoding="utf-8").replace("when:", "direct: true\nwhen:"), encoding="utf-8")
    return bench


def test_the_first_attempt_is_one_step_with_the_request_word_for_word(direct: Bench) -> None:
    ended = direct.start(
        understood(), planned("python: something else"), coded(CHEAPEST), coded(CHEAPEST), checked()
    )
    assert ended.outcome.status is Status.ACCEPTED
    assert f"1. python: {TASK}" in direct.document().body(2)
    assert f"Task: {TASK}" in direct.document("op-python-1").body(1)


def test_only_the_step_is_asked_of_the_model(direct: Bench) -> None:
    plan = {
        "phase": "plan",
        "level": "system",
        "fill": {"confidence": "high", "steps": ["python: x", "python: y"]},
    }
    direct.start(understood(), plan, coded(CHEAPEST), coded(CHEAPEST), checked())
    body = direct.document().body(2)
    assert "Approach: one step" in body
    assert "2. python" not in body


def test_what_fails_is_planned_in_several_steps(direct: Bench) -> None:
    wrong = checked("retry", "it is dearer")
    again = planned("python: print the least price", "python: print its name (after 1)")
    programs = [coded(CHEAPEST)] * 6
    ended = direct.start(
        understood(), planned("python: x"), *programs[:2], wrong, again, *programs[2:], checked()
    )
    assert ended.outcome.status is Status.ACCEPTED
    assert "2. python: print its name" in direct.document().body(2)


CHANCES = "steps.1.menu"


@pytest.mark.parametrize(
    ("chances", "called"),
    [
        ({CHANCES: 0.5, f"{CHANCES}=python": 0.45}, "python"),
        ({CHANCES: 0.6, f"{CHANCES}=python": 0.3}, "table"),
        ({CHANCES: 0.9}, "table"),
    ],
)
def test_a_choice_that_is_nearly_a_tie_goes_to_what_the_pattern_names(
    direct: Bench, chances: dict[str, float], called: str
) -> None:
    path = direct.workspace.system / "pattern.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("when:", "menu: [python, table]\nunsure: python\nwhen:"), encoding="utf-8")
    direct.start(understood(), {**planned("table: x"), "chances": chances})
    assert f"1. {called}: {TASK}" in direct.document().text.replace(" (0.60)", "").replace(" (0.90)", "")


SEVERAL = (
    "data/fruit.csv has our fruit. Which fruit is the cheapest? And how many sorts does the whole list have?"
)
FAILING = 5
"""The tries of the small system's programs, all of which fail in one attempt."""
PLUM, TWO = "print(max(['plum']))", "print(len([1, 2]))"
QUESTIONS = [
    "data/fruit.csv has our fruit. Which fruit is the cheapest?",
    "data/fruit.csv has our fruit. And how many sorts does the whole list have?",
]


def test_questions_that_were_not_answered_at_once_are_answered_one_by_one(direct: Bench) -> None:
    wrong = checked("retry", "it lacks the number")
    first = [coded(CHEAPEST)] * 2
    ended = direct.start(
        understood(),
        planned("python: x"),
        *first,
        wrong,
        *[coded(PLUM)] * 2,
        *[coded(TWO)] * 2,
        checked(),
        text=SEVERAL,
    )
    assert ended.outcome.status is Status.ACCEPTED
    assert ended.outcome.output == "plum\n2"
    plan = direct.document().body(2)
    assert [f"{number}. python: {asked}" in plan for number, asked in enumerate(QUESTIONS, 1)] == [True, True]
    assert QUESTIONS[0] not in direct.document("op-python-3").body(1)


def test_a_question_that_has_its_answer_is_not_asked_again(direct: Bench) -> None:
    wrong = checked("retry", "it lacks the number")
    fails = [coded("raise SystemExit('no')")] * FAILING
    ended = direct.start(
        understood(),
        planned("python: x"),
        *[coded(CHEAPEST)] * 2,
        wrong,
        *[coded(PLUM)] * 2,
        *fails,
        *[coded(TWO)] * 2,
        checked(),
        text=SEVERAL,
    )
    assert ended.outcome.output == "plum\n2"
    assert ended.outcome.status is Status.ACCEPTED
    assert direct.document().body(3).count("op-python-") == 4
    assert direct.resume().outcome.output == "plum\n2"
    assert not direct.model.asked


def test_a_step_that_writes_a_text_gets_the_request_word_for_word_in_a_later_attempt_too(direct: Bench) -> None:
    path = direct.workspace.system / "operations" / "python.md"
    text = path.read_text(encoding="utf-8")
    head, rest = text.split("handler:", 1)
    path.write_text(f"{head}evidence: [given_numbers]\nhandler:{rest}", encoding="utf-8")
    again = planned("python: Dear Mr Low, thank you")
    programs = [coded(CHEAPEST)] * 4
    direct.start(
        understood(), planned("python: x"), *programs[:2], checked("retry", "no"), again, *programs, checked()
    )
    _, _, second = direct.document().text.partition("### Attempt 2")
    assert f"1. python: {TASK}" in second
    assert "must be beyond doubt" in second  # nothing was held against what all its tries gave
    assert "Dear Mr Low" not in direct.document().body(2)


def test_an_attempt_that_asked_a_reader_for_what_a_program_finds_is_no_reason_to_doubt(direct: Bench) -> None:
    path = direct.workspace.system / "operations" / "python.md"
    text = path.read_text(encoding="utf-8")
    head, rest = text.split("handler:", 1)
    path.write_text(f"{head}evidence: [given_numbers]\nhandler:{rest}", encoding="utf-8")
    programs = [coded(CHEAPEST)] * 4
    reader = checked("retry", "it lists files, which a reader may miss; find them with a program")
    direct.start(
        understood(), planned("python: x"), *programs[:2], reader, planned("python: y"), *programs, checked()
    )
    _, _, second = direct.document().text.partition("### Attempt 1")
    assert "find them with a program" in second
    assert "must be beyond doubt" not in direct.document().text


def test_a_person_may_plan_several_steps_at_once(direct: Bench) -> None:
    direct.start(understood(), planned("python: x"), coded(CHEAPEST), coded(CHEAPEST), checked())
    direct.edit(
        replaced(f"1. python: {TASK}", "1. python: print the price\n2. python: print the name (after 1)")
    )
    programs = [coded(CHEAPEST)] * 4
    ended = direct.resume(*programs, checked())
    assert ended.outcome.status is Status.ACCEPTED
    assert "Step 2: python" in direct.document().body(3)


@pytest.mark.parametrize(
    ("request_text", "given"),
    [
        ("Run echo hi > out.txt", True),
        ("Führe `make clean` aus", True),
        ("Count them with grep -c ERROR a.log", True),
        ("Sort a.csv by price, best first - and nothing else", False),
        ("Set the port to 8090 in settings.toml", False),
        ("Which rows have a price > 3?", False),
        ("Alle Zeilen mit Betrag > 1.000,50 in teuer.csv", False),
        ("Take values like <0.5 as 0, and those < €5, too", False),
        ("In `config.json` set `max_size` to 20", False),
        ("Rename `calcTotal` to `sum_of_rows` in `src/shop.py`", False),
        ("Lance `make`, puis wc -l < liste.txt", True),
        ("Esegui `python3 conta.py 12`", True),
    ],
)
def test_a_command_in_a_request_is_known_by_its_signs(request_text: str, given: bool) -> None:
    assert gives_command(request_text) is given


def test_an_old_result_is_no_persons_where_an_edited_run_needs_a_second_attempt(direct: Bench) -> None:
    """What the run gave before the edit must not stand as if a person had written it."""
    ended = direct.start(understood(), planned("python: x"), coded(CHEAPEST), coded(CHEAPEST), checked())
    assert ended.outcome.output == "plum"
    direct.edit(replaced(f"1. python: {TASK}", "1. python: print the dearest"))
    fails = [coded("raise ValueError('no')")] * FAILING
    again = [coded(DEAREST), coded(f"{DEAREST}  # once more")]
    ended = direct.resume(*fails, planned("python: print it"), *again, checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "pear")
    assert "by: human" not in direct.document().text.partition("  5: ")[2].splitlines()[0]
