from __future__ import annotations

import pytest

from pandora.engine.step_schedule import Planned, needed_steps, read_planned


def needed(*steps: tuple[str, str] | str) -> list[set[int]]:
    """What each step needs; a step is (effects, text), or the text of one that computes."""
    plan = []
    for number, step in enumerate(steps, 1):
        effects, text = ("workspace", step) if isinstance(step, str) else step
        plan.append(read_planned(number, "x", text, effects))
    return [set(each) for each in needed_steps(plan).values()]


def test_without_evidence_a_step_needs_all_before_it() -> None:
    assert needed("print the dearest", "print the cheapest", "say which") == [set(), {1}, {1, 2}]


def test_steps_that_name_their_own_files_need_nothing() -> None:
    assert needed("count the rows of data/a.csv", "count the rows of data/b.csv") == [set(), set()]
    assert needed("count data/a.csv", "count data/b.csv", "say which of the results is more") == [
        set(),
        set(),
        {1, 2},
    ]


@pytest.mark.parametrize(
    "text",
    [
        "count its rows, not those of data/b.csv",
        "compare with data/b.csv",
        "add the result to data/b.csv",
        "in data/b.csv do the same",
        "use step 1 on data/b.csv",
        "count the rows",
        "count the rows of data/a.csv",
        "count the rows of A.CSV",
        "count the rows of data/*.csv",
        "count the files in data/",
    ],
)
def test_a_step_with_other_words_keeps_the_order(text: str) -> None:
    assert needed("write data/a.csv", text) == [set(), {1}]


def test_a_step_that_may_write_anything_is_waited_for() -> None:
    assert needed("make the tables", "count the rows of data/b.csv") == [set(), {1}]
    assert needed(("none", "look around"), ("none", "read data/b.csv")) == [set(), {1}]


def test_whatever_its_words_a_step_may_need_what_an_unlike_one_gave() -> None:
    assert needed("das Mittel aus rain.tsv", "ins Feld mean von report.json") == [set(), {1}]
    assert needed("sum data/a.csv", "enter in b.yaml", "enter in c.yaml") == [set(), {1}, {1}]


def test_what_only_reads_may_read_the_same() -> None:
    assert needed(("none", "data/a.csv"), ("none", "data/a.csv")) == [set(), set()]
    assert needed(("network", "https://a.org/x"), ("network", "https://a.org/x")) == [set(), set()]


def test_a_command_is_never_run_beside_another_step() -> None:
    assert needed(("system", "wc data/a.csv"), ("none", "data/b.csv"), ("system", "wc data/c.csv")) == [
        set(),
        {1},
        {1, 2},
    ]


def test_the_plan_may_say_it() -> None:
    plan = ["make one", "make two (after nothing)", "sum up (after 1 and 2)", "and more (After 3)"]
    assert needed(*plan) == [set(), set(), {1, 2}, {3}]
    assert read_planned(2, "python", "make two (after nothing)", "none") == Planned(
        "python", "make two", "none", frozenset()
    )


@pytest.mark.parametrize(
    "text", ["x (after 2)", "x (after 9)", "x (after lunch)", "x (after 0)", "(after 1) x"]
)
def test_a_mark_that_means_no_earlier_step_is_text(text: str) -> None:
    step = read_planned(2, "python", text, "none")
    assert (step.text, step.after) == (text, None)
