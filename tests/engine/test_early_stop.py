"""An edit of §1 that yields the same plan stops there: one call, and no byte below §1 is another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pandora.budget import Budget
from pandora.disk.reply_index import ReplyIndex
from pandora.engine.host import Host
from pandora.engine.run import resume, start
from pandora.interrupt import Interrupted
from pandora.outcome import Status
from tests.engine.runs import (
    CHEAPEST,
    DEAREST,
    TASK,
    THROUGH_TABLE,
    Bench,
    Line,
    checked,
    clarified,
    coded,
    planned,
    replaced,
    settled,
    understood,
)

PLAN = planned("table: print the cheapest fruit")
STUDY = """\
---
pattern: study
level: tool
when: a question
menu: [python]
---
# study
"""


def sure(line: Line, **probabilities: float) -> Line:
    return {**line, "chances": probabilities}


def of_tool(line: Line) -> Line:
    return {**line, "level": "tool"}


def bodies(bench: Bench, *numbers: int, name: str = "") -> list[str]:
    document = bench.document(name)
    return [document.text[document.sections[each].start : document.sections[each].end] for each in numbers]


def children(bench: Bench) -> dict[str, bytes]:
    return {name: text for name, text in bench.states().items() if not name.startswith("system-")}


def asked(bench: Bench) -> list[str]:
    return [phase for phase, _ in bench.model.asked]


def stops(bench: Bench, *lines: Line, **named: Any) -> None:
    """Resumed, it asks for PLAN alone; §2 to §5 and every child stay byte for byte, and then all is settled."""
    before, below = bodies(bench, 2, 3, 4, 5), children(bench)
    ended = bench.resume(*lines, **named)
    assert (asked(bench), ended.outcome.status) == (["plan"], Status.ACCEPTED)
    assert bodies(bench, 2, 3, 4, 5) == before
    assert children(bench) == below
    settled(bench)


LEAST = replaced("Resolved: the row with the least price", "Resolved: the row that costs the least")


def test_other_words_for_the_same_stop_at_the_plan(bench: Bench) -> None:
    probabilities = {"confidence": 0.83, "steps.1.menu": 0.99}
    first, plan, *rest = THROUGH_TABLE
    bench.start(first, sure(plan, **probabilities), *rest)
    assert "Confidence: high (0.83)" in bench.document().body(2)
    bench.edit(LEAST)
    stops(bench, sure(PLAN, **{"confidence": 0.71, "steps.1.menu": 0.98}))
    assert bench.document().meta["sections"][1]["by"] == "human"


def test_so_do_a_second_edit_and_one_that_takes_it_back(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(LEAST)
    stops(bench, PLAN)
    bench.edit(replaced("that costs the least", "of the fruit that costs least"))
    stops(bench, PLAN)
    bench.edit(replaced("the row of the fruit that costs least", "the row with the least price"))
    stops(bench, PLAN)


def test_another_plan_is_followed_as_far_as_it_differs(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    below = children(bench)
    bench.edit(LEAST)
    plan = {**PLAN, "fill": {**PLAN["fill"], "done when": "the name is printed"}}
    bench.resume(plan, checked())
    assert asked(bench) == ["plan", "check"]
    assert children(bench) == below
    settled(bench)
    bench.edit(replaced("the row that costs the least", "the row that costs the most"))
    bench.resume(planned("table: print the dearest fruit"), coded(DEAREST), coded(DEAREST), checked())
    assert asked(bench) == ["plan", "do", "do", "check"]
    settled(bench)


def test_another_task_is_checked_anew_and_done_anew(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("Task: Which fruit in", "Task: Which of the fruit in"))
    bench.resume(PLAN, coded(CHEAPEST), coded(CHEAPEST), checked())
    assert asked(bench) == ["plan", "do", "do", "check"]
    settled(bench)


def test_a_note_of_a_person_in_1_is_a_fact_that_check_counts(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("\n\n## §2 PLAN", "\nNote: prices are in euros.\n\n## §2 PLAN"))
    bench.resume(PLAN, checked())
    assert asked(bench) == ["plan", "check"]
    settled(bench)


def test_where_a_person_wrote_the_plan_check_counts_all_of_1(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("Done when: printed", "Done when: its name is printed"))
    bench.resume(checked())
    assert asked(bench) == ["check"]
    bench.edit(LEAST)
    bench.resume(checked())
    assert asked(bench) == ["check"]
    settled(bench)


def test_a_doubtful_plan_is_asked_about_whatever_stood(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(LEAST)
    low = planned("table: print the cheapest fruit", confidence="low")
    ended = bench.resume(low, clarified("By what?"))
    assert ended.outcome.status is Status.WAITING
    bench.edit(replaced("\nAnswer:\n", "\nAnswer: by price\n"))
    bench.resume(PLAN, checked())
    assert asked(bench) == ["plan", "check"]  # an answer is given, as the task is
    settled(bench)


def study(bench: Bench) -> None:
    path = bench.root / "system" / "tools" / "study" / "pattern.md"
    path.parent.mkdir()
    path.write_text(STUDY, encoding="utf-8")
    bench.start(
        *(understood(), planned("study: the cheapest fruit")),
        *(of_tool(understood()), of_tool(sure(planned("python: print it"), confidence=0.9))),
        *(coded(CHEAPEST), coded(CHEAPEST)),
        *(of_tool(checked()), checked()),
    )


def test_a_tools_own_understanding_in_other_words(bench: Bench) -> None:
    study(bench)
    name, root = "tool-study-1", bench.document().text
    before = bodies(bench, 2, 3, 4, 5, name=name)
    bench.edit(LEAST, name)
    bench.resume(of_tool(sure(planned("python: print it"), confidence=0.6)))
    assert asked(bench) == ["plan"]
    assert bodies(bench, 2, 3, 4, 5, name=name) == before
    assert bench.document().text == root
    settled(bench)


def test_a_tools_other_plan_goes_up_as_far_as_results_differ(bench: Bench) -> None:
    study(bench)
    bench.edit(LEAST, "tool-study-1")
    again = (of_tool(planned("python: print it all")), coded(CHEAPEST), coded(CHEAPEST), of_tool(checked()))
    root = bodies(bench, 1, 2, 3, 4, 5)
    bench.resume(*again)
    assert asked(bench) == ["plan", "do", "do", "check"]
    assert bodies(bench, 1, 2, 3, 4, 5) == root
    settled(bench)


def test_an_operation_is_done_from_its_1_itself(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    words = replaced("Resolved: print the cheapest fruit", "Resolved: print the name of the cheapest fruit")
    bench.edit(words, "op-python-1.1")
    bench.resume(coded(CHEAPEST), coded(CHEAPEST))
    assert asked(bench) == ["do", "do"]
    settled(bench)


def test_a_task_done_in_one_call_is_not_done_again(bench: Bench) -> None:
    done: Line = {"phase": "do", "level": "system", "fill": {"result": "plum"}}
    bench.start(understood(), PLAN, done, checked(), budget=Budget(context=400))
    bench.edit(LEAST)
    stops(bench, PLAN)


@pytest.mark.parametrize("save", [1, 2])
def test_edited_and_killed_it_asks_once(bench: Bench, save: int) -> None:
    bench.start(*THROUGH_TABLE)
    before, below = bodies(bench, 2, 3, 4, 5), children(bench)
    bench.edit(LEAST)
    saves: list[int] = []
    store = type(bench.host().store)
    inner: Callable[..., Any] = store.save

    def killing(*given: Any, **named: Any) -> Any:
        saved = inner(*given, **named)
        saves.append(1)
        if len(saves) == save:
            raise KeyboardInterrupt
        return saved

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "save", killing)
        with pytest.raises(Interrupted):
            bench.resume(PLAN)
    first = asked(bench)
    bench.resume(*([] if first else [PLAN]))
    assert [*first, *asked(bench)] == ["plan"]
    assert bool(first) == (save == 2)
    assert (bodies(bench, 2, 3, 4, 5), children(bench)) == (before, below)
    settled(bench)


def test_the_cache_goes_by_the_very_prompt(bench: Bench) -> None:
    def with_cache(*lines: Line) -> Host:
        bench.script(lines)
        host = bench.host()
        host.cache = ReplyIndex(bench.workspace)
        return host

    first = start(TASK, with_cache(*THROUGH_TABLE), Budget()).root
    path = bench.workspace.document(first)
    path.write_text(LEAST(path.read_text(encoding="utf-8")), encoding="utf-8")
    resume(first, with_cache(PLAN))
    assert asked(bench) == ["plan"]
    assert "asked" in bench.host().store.load(first).meta["sections"][4]
    start(TASK, with_cache(understood(), PLAN), Budget())
    assert asked(bench) == ["understand", "plan"]  # CHECK was asked about these very words
