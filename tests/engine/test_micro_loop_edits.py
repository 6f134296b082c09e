"""What a person saves while a run goes on counts from the next phase, in whatever section it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest

from pandora.budget import Budget
from pandora.document.form import Form
from pandora.errors import DocumentError, UsageError
from pandora.inspect.run_log import run_events
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.outcome import Status
from tests.engine.runs import (
    CHEAPEST,
    DEAREST,
    Asked,
    Bench,
    checked,
    coded,
    planned,
    replaced,
    settled,
    understood,
)

STEPS = ("python: print the dearest", "python: print the cheapest")
FIG = "name = 'fig'\nprint(name)"


Arrange = Callable[..., None]


@pytest.fixture
def while_asked(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Arrange:
    """Have a person save an edit of a document once, while the model fills a phase for the nth time."""

    def arrange(place: str, change: Callable[[str], str], name: str = "", nth: int = 1) -> None:
        phase, _, number = place.partition(" ")
        fill = Asked.fill
        calls: list[str] = []

        def filling(
            self: Asked,
            prompt: Prompt,
            form: Form,
            *,
            call: Call,
            sampling: Sampling = GREEDY,
            opening: Mapping[str, str] | None = None,
        ) -> Reply:
            here = call.phase == phase and (not number or call.document.endswith(f"-{number}"))
            if here:
                calls.append(place)
                if len(calls) == nth:
                    bench.edit(change, name)
            return fill(self, prompt, form, call=call, sampling=sampling, opening=opening)

        monkeypatch.setattr(Asked, "fill", filling)

    return arrange


def phases(bench: Bench) -> list[str]:
    return [
        f"{phase} {document.rpartition('-')[2]}".removesuffix(bench.short).strip()
        for phase, document in bench.model.asked
    ]


def told(bench: Bench) -> list[str]:
    return [event.detail for event in bench.events if event.what == "note"]


def test_a_step_that_has_not_begun_is_done_as_edited(bench: Bench, while_asked: Arrange) -> None:
    while_asked("do 1", replaced("2. python: print the cheapest", "2. python: print the plainest"))
    program = (coded(DEAREST), coded(DEAREST), coded(FIG), coded(FIG))
    ended = bench.start(understood(), planned(*STEPS), *program, checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "fig")
    assert phases(bench) == ["understand", "plan", "do 1", "do 1", "do 2", "do 2", "check"]
    assert "Task: print the plainest" in bench.document("op-python-2").body(1)
    assert told(bench) == ["you changed §2 PLAN; it counts from here on"]
    log = run_events(bench.workspace, bench.short)
    assert ("human", "edits PLAN") in [(entry.who, entry.what) for entry in log]
    settled(bench)


def test_the_step_that_runs_is_done_again_as_edited(bench: Bench, while_asked: Arrange) -> None:
    while_asked("do 1", replaced("1. python: print the dearest", "1. python: print the plainest"))
    program = (coded(DEAREST), coded(DEAREST), coded(FIG), coded(FIG), coded(CHEAPEST), coded(CHEAPEST))
    ended = bench.start(understood(), planned(*STEPS), *program, checked())
    assert ended.outcome.status is Status.ACCEPTED
    assert "- Step 1: python → fig" in bench.document().body(3)
    settled(bench)


def test_other_words_in_section_1_are_planned_at_once(bench: Bench, while_asked: Arrange) -> None:
    while_asked("plan", replaced("the row with the least price", "the row that costs most"))
    again = planned("python: print the dearest")
    program = (coded(DEAREST), coded(DEAREST))
    ended = bench.start(understood(), planned(*STEPS), again, *program, checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "pear")
    assert phases(bench)[:4] == ["understand", "plan", "plan", "do 1"]
    assert "the row that costs most" in bench.model.prompts[2].text
    assert told(bench) == ["you changed §1 UNDERSTAND; it counts from here on"]
    settled(bench)


def test_a_plan_that_a_person_writes_first_is_taken(bench: Bench, while_asked: Arrange) -> None:
    mine = "## §2 PLAN\nApproach: a\nConfidence: high\nSteps:\n1. python: print the dearest\nDone when: done\n"
    while_asked("plan", lambda text: text.replace("## §2 PLAN\n", mine))
    ended = bench.start(understood(), planned(*STEPS), coded(DEAREST), coded(DEAREST), checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "pear")
    assert bench.document().meta["sections"][2]["by"] == "human"
    settled(bench)


def test_a_result_that_a_person_writes_while_later_steps_run_is_taken(
    bench: Bench, while_asked: Arrange
) -> None:
    while_asked("do 2", replaced("- Step 1: python → pear [", "- Step 1: python → kiwi ["))
    program = (coded(DEAREST), coded(DEAREST), coded(CHEAPEST), coded(CHEAPEST), coded(FIG), coded(FIG))
    ended = bench.start(understood(), planned(*STEPS), *program, checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "fig")
    assert "- Step 1: python → kiwi [" in bench.document().body(3)
    settled(bench)


def test_an_edit_while_the_result_is_checked_is_not_left_to_the_next_resume(
    bench: Bench, while_asked: Arrange
) -> None:
    while_asked("check", replaced("1. python: print the dearest", "1. python: print the plainest"))
    program = (coded(DEAREST), coded(DEAREST), checked(), coded(FIG), coded(FIG), checked())
    ended = bench.start(understood(), planned("python: print the dearest"), *program)
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "fig")
    settled(bench)


def test_a_note_changes_nothing(bench: Bench, while_asked: Arrange) -> None:
    while_asked("do 1", lambda text: text.replace("## §2 PLAN\n", "## §2 PLAN\n<!-- look here -->\n"))
    program = (coded(DEAREST), coded(DEAREST), coded(CHEAPEST), coded(CHEAPEST))
    ended = bench.start(understood(), planned(*STEPS), *program, checked())
    assert ended.outcome.output == "plum"
    assert (told(bench), "<!-- look here -->" in bench.document().text) == ([], True)
    settled(bench)


def test_neither_a_retry_nor_the_models_check_goes_behind_what_a_person_planned(
    bench: Bench, while_asked: Arrange
) -> None:
    while_asked("do 1", replaced("1. python: print the dearest", "1. python: print the plainest"))
    failing = [coded("raise SystemExit('no such row')")] * 6
    program = (coded(DEAREST), coded(DEAREST), *failing)
    more = (coded(FIG), coded(FIG), checked("retry", "that is not the dearest"))
    ended = bench.start(understood(), planned("python: print the dearest"), *program, *more)
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "fig")
    document = bench.document()
    assert (document.meta["attempt"], document.meta["sections"][2]["by"]) == (2, "human")
    assert "1. python: print the plainest" in document.body(2)
    assert "1. python: print the plainest" in document.text[document.history :]
    assert "Issues: that is not the dearest (the model's opinion; a person wrote the plan)" in document.body(4)
    settled(bench)


def test_a_program_that_a_person_rewrites_while_the_next_one_is_written_is_run(
    bench: Bench, while_asked: Arrange
) -> None:
    while_asked("do 1", replaced("name = 'pear'", "name = 'fig'"), "op-python-1", 2)
    ended = bench.start(understood(), planned("python: print it"), coded(DEAREST), coded(DEAREST), checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "fig")
    assert told(bench) == ["you changed §3 DO; it counts from here on"]
    assert "pear" not in bench.document("op-python-1").body(3)
    assert not any(".conflict-" in name for name in bench.states())
    settled(bench)


def test_a_program_that_a_person_rewrites_is_run_though_its_old_result_stands_below(bench: Bench) -> None:
    again = (coded(DEAREST), coded(DEAREST))
    bench.start(understood(), planned("python: print it"), *again, checked())
    first = "### Candidate 1\nCode:\n```python\nname = 'pear'"
    bench.edit(replaced(first, first.replace("pear", "fig")), "op-python-1")
    ended = bench.resume(checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "fig")
    assert "Candidate 2" not in bench.document("op-python-1").body(3)
    settled(bench)


def test_where_a_rewritten_program_fails_no_other_takes_its_place(bench: Bench) -> None:
    again = (coded(DEAREST), coded(DEAREST))
    bench.start(understood(), planned("python: print it"), *again, checked())
    second = "### Candidate 2\nCode:\n```python\nname = 'pear'"
    bench.edit(replaced(second, second.replace("name = 'pear'", "raise SystemExit('no')")), "op-python-1")
    ended = bench.resume(checked("escalate", "it failed"))
    assert ended.outcome.status is not Status.ACCEPTED
    assert "no" in bench.document("op-python-1").body(4)


def test_an_edit_of_section_0_is_told_and_credited(bench: Bench, while_asked: Arrange) -> None:
    while_asked("plan", replaced("Parent: none\n", "Parent: none\nOwner: me\n"))
    program = (coded(DEAREST), coded(DEAREST))
    ended = bench.start(understood(), planned("python: print the dearest"), *program, checked())
    assert ended.outcome.status is Status.ACCEPTED
    assert told(bench) == ["you changed §0 META; nothing is made from it"]
    log = run_events(bench.workspace, bench.short)
    assert ("human", "edits META") in [(entry.who, entry.what) for entry in log]
    settled(bench)


def test_the_pattern_that_section_0_names_counts_from_the_next_phase(
    bench: Bench, while_asked: Arrange
) -> None:
    while_asked("plan", replaced("Pattern: system/pattern.md", "Pattern: system/other.md"))
    with pytest.raises(UsageError, match=r"there is no pattern 'system/other.md'"):
        bench.start(understood(), planned("python: print the dearest"))
    assert told(bench) == ["you changed §0 META; it counts from here on"]
    bench.edit(replaced("\nPattern: system/other.md", "\nPattern: system/pattern.md"))
    ended = bench.resume(coded(DEAREST), coded(DEAREST), checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "pear")
    settled(bench)


def test_an_output_that_a_person_writes_first_is_told_and_kept(bench: Bench, while_asked: Arrange) -> None:
    while_asked("check", replaced("## §5 OUTPUT\n", "## §5 OUTPUT\nthe quince\n"))
    program = (coded(DEAREST), coded(DEAREST))
    ended = bench.start(understood(), planned("python: print the dearest"), *program, checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "the quince")
    assert [event.detail for event in bench.events if event.what == "edited"] == ["output"]
    settled(bench)


def numbers(**new: int) -> Callable[[str], str]:
    """An edit of the root's budget."""

    def change(text: str) -> str:
        for name, number in new.items():
            text = re.sub(rf"(?m)^(budget: .*\b{name}: )\d+", rf"\g<1>{number}", text)
        return text

    return change


def test_a_higher_ceiling_counts_from_the_next_call_also_in_a_step(bench: Bench, while_asked: Arrange) -> None:
    while_asked("do 1", numbers(calls=9))
    program = (coded(DEAREST), coded(DEAREST), coded(CHEAPEST), coded(CHEAPEST))
    ended = bench.start(understood(), planned(*STEPS), *program, checked(), budget=Budget(calls=3))
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "plum")
    assert told(bench) == ["you changed the budget: calls 3 → 9; it counts from here on"]
    log = run_events(bench.workspace, bench.short)
    assert ("human", "edits the budget", "calls 3 → 9") in [(row.who, row.what, row.detail) for row in log]
    assert bench.document().meta["budget"]["calls"] == 9
    settled(bench)


def test_a_lower_ceiling_stops_the_run_at_the_next_call(bench: Bench, while_asked: Arrange) -> None:
    while_asked("plan", numbers(calls=2))
    ended = bench.start(understood(), planned("python: print it"))
    assert ended.outcome.status is Status.ESCALATED
    assert "the run's ceiling of 2 model calls is reached" in ended.outcome.reason
    assert phases(bench) == ["understand", "plan"]


def test_another_depth_counts_for_the_steps_that_begin_after_it(bench: Bench, while_asked: Arrange) -> None:
    while_asked("plan", numbers(depth=1))
    program = (coded(DEAREST), coded(DEAREST))
    plan = planned("python: print the dearest")
    ended = bench.start(understood(), plan, plan, *program, checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "pear")
    assert bench.document("op-python-1").meta["budget"]["depth"] == 0
    settled(bench)


def test_a_budget_that_is_no_number_waits_for_the_next_save(bench: Bench, while_asked: Arrange) -> None:
    while_asked("plan", lambda text: re.sub(r"(?m)^(budget: .*calls: )\d+", r"\1many", text))
    bench.start(understood(), planned("python: print it"), coded(DEAREST), coded(DEAREST), checked())
    assert told(bench) == []
    with pytest.raises(DocumentError, match="budget is"):
        bench.resume()
