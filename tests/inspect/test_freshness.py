"""What stands and what would be made again, held against what resume really does."""

from __future__ import annotations

import json

from pandora.document.records import Standing
from pandora.inspect.freshness import Freshness, Outlook, freshness_of
from pandora.inspect.provenance import RunLineage, as_object, lines_of, provenance_of
from pandora.inspect.section_places import section_label
from pandora.policy import Policy
from tests.engine.runs import (
    CHEAPEST,
    DEAREST,
    THROUGH_TABLE,
    Bench,
    checked,
    coded,
    planned,
    replaced,
    saving,
    understood,
)
from tests.inspect.silent import MAKE, silent


def freshness(bench: Bench) -> Freshness:
    before = bench.states()
    found = freshness_of(bench.workspace, bench.short, silent(bench), MAKE)
    assert bench.states() == before
    return found


def lineage(bench: Bench) -> RunLineage:
    return RunLineage(bench.host().library, "one model")


def named_states(bench: Bench, found: Freshness) -> dict[str, str]:
    return {
        section_label(place).replace(f"-{bench.short}", ""): state.value
        for place, state in found.states.items()
    }


def test_a_finished_run_stands(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    found = freshness(bench)
    assert set(found.states.values()) == {Standing.FRESH}
    assert found.next == "makes nothing again"
    assert found.rebuilt == ()


def test_after_an_edit_what_it_names_is_what_resume_makes(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("1. table: print the cheapest fruit", "1. table: print the very cheapest"))
    found = freshness(bench)
    states = named_states(bench, found)
    assert states["system §1 UNDERSTAND"] == "fresh"
    assert states["system §2 PLAN"] == "edited"
    assert states["op-python-1.1 §3 DO"] == "stale"
    assert states["system §4 CHECK"] == "depends"
    bench.resume(coded(CHEAPEST), coded(CHEAPEST), checked())
    first = bench.model.asked[0]
    assert found.rehearsed is not None
    assert found.rehearsed.asked is not None
    assert (found.rehearsed.asked.phase, found.rehearsed.asked.document) == first
    assert found.rehearsed.asked.prompt == bench.model.prompts[0]


def test_a_pattern_of_an_operation_makes_only_what_it_made_stale(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    path = bench.root / "system" / "operations" / "python.md"
    path.write_text(path.read_text().replace("that prints", "that really prints"), encoding="utf-8")
    found = freshness(bench)
    assert [section_label(place).split(" ", 1)[1] for place in found.rebuilt] == ["§3 DO"]
    assert found.next.startswith("asks the model for the DO of op-python-")


def test_a_run_that_waits_says_so_and_nothing_is_applied(bench: Bench) -> None:
    plan, program = planned("python: change it"), coded(saving("data/fruit.csv", "name,price\nfig,1\n"))
    bench.start(understood(), plan, program, program)
    old = (bench.root / "data" / "fruit.csv").read_bytes()
    assert freshness(bench).next.startswith("waits for an answer: May it change data/fruit.csv?")
    bench.edit(lambda text: text.replace("Answer:", "Answer: yes"), "op-python-1")
    allowed = freshness(bench)
    assert "put files into the workspace" in allowed.next
    assert (bench.root / "data" / "fruit.csv").read_bytes() == old


def test_a_program_that_was_not_carried_out_is_not_carried_out_by_looking(bench: Bench) -> None:
    plan = planned("python: make it")
    bench.start(understood(), plan, coded(CHEAPEST), coded(CHEAPEST), checked())
    target = bench.root / "made.txt"
    bench.edit(lambda text: text[: text.index("Result: ok")] + text[text.index("\n## §4") :], "op-python-1")
    bench.edit(replaced("print(name)", f"open({str(target)!r}, 'w')\nprint(name)"), "op-python-1")
    assert "run python" in freshness(bench).next
    assert not target.exists()


def test_a_run_at_its_ceiling_makes_nothing_again(bench: Bench) -> None:
    from pandora.budget import Budget

    budget = Budget(calls=3)
    ended = bench.start(*THROUGH_TABLE, budget=budget)
    assert ended.outcome.status.value == "escalated"
    assert freshness(bench).rehearsed is not None
    assert "asks the model for" not in freshness(bench).next


def test_an_earlier_attempt_is_left_behind(bench: Bench) -> None:
    once = (planned("table: print the cheapest fruit"), coded(CHEAPEST), coded(CHEAPEST))
    bench.start(understood(), *once, checked("retry", "not sure"), *once, checked())
    states = named_states(bench, freshness(bench))
    assert states["op-python-1.1 §3 DO"] == "left"
    assert states["op-python-2.1 §3 DO"] == "fresh"


def test_without_the_model_only_edits_are_known(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("Approach: compute it", "Approach: think"))
    found = freshness_of(bench.workspace, bench.short, None, MAKE)
    assert found.states[bench.run, 2] is Standing.EDITED
    assert found.states[bench.run, 4] is Outlook.UNKNOWN
    assert "give --model" in found.next


def test_the_causes_lead_back_to_the_task(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE, policy=Policy())
    causes = provenance_of((bench.run, 5), freshness(bench), lineage(bench))
    assert len(causes) == 15
    assert causes[-1].place == (bench.run, 1)
    assert ("task", "Which fruit in data/fruit.csv is the cheapest?") in causes[-1].facts
    assert ("files", "data/fruit.csv") in causes[-1].facts
    plan = next(cause for cause in causes if cause.place == (bench.run, 2))
    assert plan.before == ((bench.run, 1),)
    assert ("instructions", "system/phases/plan.md:1") in plan.facts
    operation = next(cause for cause in causes if cause.place[0].startswith("op-") and cause.place[1] == 3)
    assert operation.by == "model"
    assert ("instructions", "system/operations/python.md:13") in operation.facts
    program = next(cause for cause in causes if cause.place[0].startswith("op-") and cause.place[1] == 1)
    assert any(what == "step" and which.startswith("1 of tool-table-") for what, which in program.facts)
    json.dumps([as_object(cause) for cause in causes])
    assert f"{bench.run} §5 OUTPUT  fresh, by code at 2026-11-21T10:00:00Z" in lines_of(causes)


def test_a_later_step_rests_on_the_results_before_it(bench: Bench) -> None:
    bench.start(
        understood(),
        planned("python: print it", "python: print it again"),
        *(coded(CHEAPEST),) * 4,
        checked(),
    )
    causes = provenance_of((f"op-python-{bench.short}-2", 1), freshness(bench), lineage(bench))
    assert (f"op-python-{bench.short}-1", 5) in causes[0].before


def test_a_step_comes_from_the_steps_that_it_needs(bench: Bench) -> None:
    plan = planned("python: print it", "python: print it too (after nothing)", "python: print that again")
    programs = [coded(program) for program in (CHEAPEST, DEAREST, CHEAPEST) for _ in range(2)]
    bench.start(understood(), plan, *programs, checked())
    found = freshness(bench)
    for number, expected in ((1, []), (2, []), (3, [1, 2])):
        place = (f"op-python-{bench.short}-{number}", 1)
        (cause,) = (each for each in provenance_of(place, found, lineage(bench)) if each.place == place)
        assert [each for each, section in cause.before if section == 5] == [
            f"op-python-{bench.short}-{each}" for each in expected
        ]
