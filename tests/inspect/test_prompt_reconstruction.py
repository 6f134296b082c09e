"""Prompts made anew are what the model was asked, to the letter; where they cannot be, that is told."""

from __future__ import annotations

from collections import Counter

import pytest

from pandora import cli
from pandora.budget import Budget
from pandora.errors import UsageError
from pandora.inspect.freshness import freshness_of
from pandora.inspect.prompt_reconstruction import PromptCall, RebuiltPrompt, rebuild_prompt
from pandora.inspect.provenance import RunLineage, lines_of, provenance_of
from pandora.models.protocol import GREEDY, Prompt
from pandora.outcome import Status
from pandora.policy import Policy, Rule
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


def rebuilt(
    bench: Bench, phase: str, name: str = "", candidate: int = 1, fingerprint: str = "one model"
) -> RebuiltPrompt:
    document_id = str(bench.document(name).meta["id"])
    wanted = PromptCall(document_id, phase, candidate)
    return rebuild_prompt(bench.workspace, wanted, silent(bench, fingerprint), MAKE)


def test_every_prompt_of_a_run_is_made_anew_to_the_letter(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    asked = list(zip(bench.model.asked, bench.model.prompts, strict=True))
    before = bench.states()
    tries = 0
    for (phase, document_id), prompt in asked:
        tries += phase == "do"
        model = silent(bench)
        found = rebuild_prompt(bench.workspace, PromptCall(document_id, phase, max(tries, 1)), model, MAKE)
        assert found.asked.prompt == prompt
        assert found.same is True
    assert tries == 2
    assert bench.states() == before


def test_a_later_try_has_its_own_prompt_and_draw(bench: Bench) -> None:
    bench.start(
        understood(), planned("python: print it"), coded("1/0"), coded(CHEAPEST), coded(CHEAPEST), checked()
    )
    prompts = [p for (phase, _), p in zip(bench.model.asked, bench.model.prompts, strict=True) if phase == "do"]
    found = [rebuilt(bench, "do", "op-python-1", number) for number in (1, 2, 3)]
    assert [each.asked.prompt for each in found] == prompts
    assert "ZeroDivisionError" in found[1].asked.prompt.text
    assert found[0].asked.sampling == GREEDY
    assert [each.asked.sampling.seed for each in found] == [0, 1, 2]


def test_the_prompt_after_a_retry_holds_what_was_learned(bench: Bench) -> None:
    once = (planned("table: print the cheapest fruit"), coded(CHEAPEST), coded(CHEAPEST))
    again = (planned("table: print it"), coded(DEAREST), coded(DEAREST))
    bench.start(understood(), *once, checked("retry", "not sure"), *again, checked())
    last = [p for (phase, _), p in zip(bench.model.asked, bench.model.prompts, strict=True) if phase == "plan"][
        -1
    ]
    found = rebuilt(bench, "plan")
    assert found.asked.prompt == last
    assert found.same is True
    assert "not sure" in found.asked.prompt.text
    first = bench.model.prompts[2]
    found = rebuilt(bench, "do", "op-python-1.1")  # of the attempt before
    assert (found.asked.prompt, found.same) == (first, True)


def test_a_pattern_that_changed_is_told(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    path = bench.root / "system" / "phases" / "plan.md"
    path.write_text(path.read_text().replace("as few steps", "as many steps"), encoding="utf-8")
    found = rebuilt(bench, "plan")
    assert found.same is False
    assert "as many steps" in found.asked.prompt.text
    assert any("a pattern in system/" in each for each in found.why)
    # CHECK does not read the plan's instructions: its prompt is the one that was asked.
    assert rebuilt(bench, "check").same is True


def test_an_edit_before_it_is_told(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("Resolved: the row", "Resolved: the one row"))
    found = rebuilt(bench, "plan")
    assert found.same is False
    assert any("§1 UNDERSTAND is a person's" in each for each in found.why)
    assert rebuilt(bench, "understand").same is True
    bench.resume(planned("table: print the cheapest fruit"))
    assert rebuilt(bench, "understand").why[0].startswith("a person wrote the section")


def test_another_model_is_not_the_same(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    assert rebuilt(bench, "plan", fingerprint="another").same is False
    assert rebuilt(bench, "do", "op-python-1.1", fingerprint="another").same is False
    document_id = str(bench.document().meta["id"])
    wanted = PromptCall(document_id, "plan")
    unchecked = rebuild_prompt(bench.workspace, wanted, silent(bench, ""), MAKE, fingerprinted=False)
    assert unchecked.same is None
    assert "cannot be checked" in unchecked.why[0]


def test_a_prompt_that_was_cut_is_cut_alike(bench: Bench) -> None:
    (bench.root / "data" / "fruit.csv").write_text("name,price\n" + "plum,2\n" * 50, encoding="utf-8")
    long = "print(' '.join('w' + str(number) for number in range(1500)))"
    bench.start(
        understood(),
        planned("python: print it"),
        coded(long),
        coded(long),
        checked(),
        budget=Budget(context=1200),
    )
    assert bench.model.asked[-1][0] == "check"
    found = rebuilt(bench, "check")
    assert "characters left out" in found.asked.prompt.text
    assert found.asked.prompt == bench.model.prompts[-1]


def test_what_code_made_was_asked_of_nobody(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    for phase, name in (("plan", "tool-table-1"), ("do", ""), ("check", "op-python-1.1")):
        with pytest.raises(UsageError, match="made by code"):
            rebuilt(bench, phase, name)
    with pytest.raises(UsageError, match="§3 has 2 candidates"):
        rebuilt(bench, "do", "op-python-1.1", 4)


def test_what_would_be_asked_next_is_shown_of_a_run_that_stopped(bench: Bench) -> None:
    bench.start(understood())  # the script ends: the model fails at PLAN
    found = rebuilt(bench, "plan")
    assert found.same is None
    assert found.asked.prompt.instruction.startswith("# PLAN")
    assert "has not been asked yet" in found.why[0]
    with pytest.raises(UsageError, match="not asked for before the PLAN"):
        rebuilt(bench, "check")


def test_what_the_reply_begins_with_is_told(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    path = bench.root / "system" / "operations" / "python.md"
    path.write_text(path.read_text("utf-8").replace("agree: 2\n", "agree: 2\nhelp: data\n"), encoding="utf-8")
    bench.start(*THROUGH_TABLE)
    found = rebuilt(bench, "do", "op-python-1.1")
    assert "table(" in found.asked.opening["code"]
    (script,) = bench.root.parent.glob("script.jsonl")
    operation = str(bench.document("op-python-1.1").meta["id"])
    arguments = ["prompt", operation, "--phase", "do", "--model", f"scripted:{script}"]
    assert cli.run(["-C", str(bench.root), *arguments]) == 0
    assert f"- the reply begins, in code:\n{found.asked.opening['code']}" in capsys.readouterr().err


def test_a_run_in_the_archive_is_read_like_any_other(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    bench.start(*THROUGH_TABLE)
    run = bench.short
    assert cli.run(["-C", str(bench.root), "archive", run]) == 0
    capsys.readouterr()
    found = rebuild_prompt(bench.workspace, PromptCall(f"system-{run}", "plan"), silent(bench), MAKE)
    assert found.same is True
    for arguments in (["log", run], ["why", run], ["diff", run]):
        assert cli.run(["-C", str(bench.root), *arguments]) == 0


def every_call(bench: Bench) -> list[tuple[PromptCall, Prompt]]:
    """Each call of the model as `pandora prompt` is asked for it, with the prompt that it had."""
    found: list[tuple[PromptCall, Prompt]] = []
    times: Counter[tuple[str, str]] = Counter()
    for (phase, document_id), prompt in zip(bench.model.asked, bench.model.prompts, strict=True):
        times[phase, document_id] += 1
        tries = times["do", document_id] or 1
        found.append((PromptCall(document_id, phase, tries, times["plan", document_id] or None), prompt))
    return found


def test_every_call_of_a_run_with_tries_votes_retries_and_an_escalation_is_made_anew(bench: Bench) -> None:
    study = bench.root / "system" / "tools" / "study" / "pattern.md"
    study.parent.mkdir()
    study.write_text(
        "---\npattern: study\nlevel: tool\nwhen: a question\nmenu: [python]\n---\n# study\n", "utf-8"
    )
    ask = planned("study: look for the cheapest", "python: print it")
    tool = [{**each, "level": "tool"} for each in (understood(), planned("python: print it"), checked())]
    doubt, late = ({**checked(way, "not sure"), "level": "tool"} for way in ("retry", "escalate"))
    vote = (coded(DEAREST), coded("1/0"), *[coded(CHEAPEST)] * 3)  # one fails, one is outvoted
    pair = (coded(CHEAPEST), coded(CHEAPEST))
    bench.start(
        *(understood(), ask),
        *(tool[0], tool[1], *vote, doubt, tool[1], *pair, tool[2]),  # the tool tries again
        *(*pair, checked("retry", "wrong column"), ask),
        *(tool[0], tool[1], *pair, late, *pair),  # then it escalates
        *(ask, tool[0], tool[1], *pair, tool[2], *pair),  # which code sees
        checked("escalate", "cannot tell"),
    )
    assert bench.document().meta["status"] == "escalated"
    before = bench.states()
    counted = 0
    for wanted, prompt in every_call(bench):
        found = rebuild_prompt(bench.workspace, wanted, silent(bench), MAKE)
        assert (found.asked.prompt, found.same) == (prompt, True), wanted
        counted += 1
    assert counted == len(bench.model.asked) > 30
    assert bench.states() == before
    freshness = freshness_of(bench.workspace, bench.short, silent(bench), MAKE)
    lineage = RunLineage(bench.host().library, "one model")
    for place in freshness.states:
        assert lines_of(provenance_of(place, freshness, lineage))


def test_what_was_asked_before_an_answer_is_asked_without_it(bench: Bench) -> None:
    plan = planned("python: print it")
    bench.start(understood(), plan, coded(CHEAPEST), coded(CHEAPEST), checked("escalate", "which one?"))
    first = every_call(bench)
    bench.edit(lambda text: text.replace("\nAnswer:", "\nAnswer: the cheapest"))
    bench.resume(plan, coded(CHEAPEST), coded(CHEAPEST), checked())
    for wanted, prompt in first:
        found = rebuild_prompt(bench.workspace, wanted, silent(bench), MAKE)
        assert (found.asked.prompt, found.same) == (prompt, True), wanted
    found = rebuild_prompt(bench.workspace, PromptCall(bench.run, "plan", attempt=2), silent(bench), MAKE)
    assert (found.asked.prompt, found.same) == (bench.model.prompts[0], True)
    assert "Answer: the cheapest" in found.asked.prompt.text


def test_a_file_that_the_run_changed_is_told(bench: Bench) -> None:
    path = bench.root / "system" / "operations" / "python.md"
    path.write_text(path.read_text("utf-8").replace("agree: 2\n", "agree: 2\nhelp: text\n"), "utf-8")
    program = coded(saving("data/fruit.csv", "name,price\nfig,1\n"))
    policy = Policy().with_rules([Rule("write", "*", "allow", "test")])
    lines = (understood(), planned("python: save it"), program, program, checked())
    assert bench.start(*lines, policy=policy).outcome.status is Status.ACCEPTED
    found = rebuilt(bench, "do", "op-python-1")
    assert found.same is False
    assert any("the run itself changed data/fruit.csv" in each for each in found.why)


def test_an_attempt_that_was_not(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    with pytest.raises(UsageError, match="there are attempts 1 to 1; attempt 2 is none of them"):
        rebuild_prompt(bench.workspace, PromptCall(bench.run, "plan", attempt=2), silent(bench), MAKE)


def test_a_child_of_a_plan_that_was_edited_away(bench: Bench) -> None:
    bench.start(understood(), planned("python: a", "python: b"), *[coded(CHEAPEST)] * 4, checked())
    gone = str(bench.document("op-python-2").meta["id"])
    bench.edit(replaced("2. python: b\n", ""))
    bench.resume(checked())
    with pytest.raises(UsageError, match=r"is of an earlier plan: .* no document names it any more"):
        rebuild_prompt(bench.workspace, PromptCall(gone, "do"), silent(bench), MAKE)
