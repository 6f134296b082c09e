from __future__ import annotations

import errno
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from pandora.engine.answers import settle, waiting_document
from pandora.errors import AwayError, DiskError, DocumentError
from pandora.outcome import Status
from pandora.research.authorization import PHRASE
from tests.disk.faults import failing
from tests.research.desk import LAOS, POPULATION, QUERY, Desk, Reader

REPOSITORY = Path(__file__).parents[2]
COMPARE = "How do Laos and China compare?"
CHINAS = "What is the population of China?"
CAPITAL = "What is the capital of Laos?"


def three(*parts: str) -> Reader:
    return Reader(parts={"compare": "\n".join(parts)})


def test_a_leaf_has_an_extractor_for_each_source_and_one_synthesizer(desk: Desk) -> None:
    """Research 5: n sources, n extractors and one synthesizer; one task, no final synthesizer."""
    desk.research("What is the population of Laos, and what the population of China?")
    assert len(desk.documents("extractor")) == 2
    assert len(desk.documents("synthesizer")) == 1


@pytest.mark.parametrize(("parts", "final"), [((POPULATION, CHINAS), 0), ((POPULATION, CHINAS, CAPITAL), 1)])
def test_more_than_two_tasks_have_a_final_synthesizer(desk: Desk, parts: tuple[str, ...], final: int) -> None:
    """Research 5 and R15: two tasks are joined under their headings by code; three are synthesized."""
    desk.model = three(*parts)
    desk.research(COMPARE)
    finals = [name for name in desk.documents("synthesizer") if name.endswith(f"{desk.short}-1")]
    assert len(finals) == final
    assert len(desk.documents("synthesizer")) == len(parts) + final
    assert all(f"## {part}\n" in desk.report for part in parts)
    assert f"- {len(parts)} claims; each quote" in desk.report, "one that stands in two parts is counted once"


def test_an_edited_fact_is_taken_and_only_what_rests_on_it_is_made_again(desk: Desk) -> None:
    """Research 11: a person's fact reaches the report at the cost of the syntheses alone."""
    desk.model = three(POPULATION, CHINAS, CAPITAL)
    desk.research(COMPARE)
    calls = len(desk.model.asked)
    desk.edit("Fact: China has a population of", "Fact: China counts a population of", "extractor", "1.2.1")
    desk.resume()
    again = desk.model.asked[calls:]
    assert "China counts a population of 1410000000 people" in desk.report
    assert {call.document.removeprefix("tool-research_") for call, _ in again} == {
        f"executor-{desk.short}-1",  # what the third leaf asks is composed from the findings
        f"synthesizer-{desk.short}-1",
    }


def test_an_edited_specification_reaches_the_extractors_byte_for_byte(desk: Desk) -> None:
    """Research 6: the lines below a leaf stand in each extractor's §1 as they are."""
    desk.research()
    specification = f"questions: {CAPITAL}\n      expected_format:   one  name\n      priority: high"
    leaf = f"    leaf: {QUERY}"
    desk.edit(f"{leaf}\n\n## §3", f"{leaf}\n      {specification}\n\n## §3", "executor", "1")
    desk.resume()
    section = desk.document("extractor", "1.1.1").body(1)
    assert "expected_format:   one  name" in section
    assert f"questions: {CAPITAL}" in section
    assert "Vientiane" in desk.report


def test_without_questions_the_executor_composes_them_from_what_was_found(desk: Desk) -> None:
    """Research 6 and R14: the second leaf's question is composed, in the same executor, from the findings."""
    desk.model = three(POPULATION, CHINAS)
    desk.research(COMPARE)
    (prompt,) = [prompt for call, prompt in desk.model.asked if call.kind == "research_executor"]
    assert "Laos has a population of 7900000 people." in prompt.user
    assert CHINAS in prompt.user
    assert "### Composed" in desk.document("executor", "1").body(2)


def test_a_plan_below_is_an_executor_of_its_own(desk: Desk) -> None:
    """Research R1 and R6: an interior node is an executor with a document of its own; none of them waits."""
    desk.model = three(POPULATION, f"Which people has China?\n  {CHINAS}\n  {CAPITAL}")
    desk.research(COMPARE)
    assert [name.rpartition("-")[2] for name in desk.documents("executor")] == ["1", "1.2"]
    assert "1410000000" in desk.report
    assert "Vientiane" in desk.report


def test_a_plan_of_four_levels_in_an_editor_is_refused_with_its_line(desk: Desk) -> None:
    """Research 4: a person's plan that goes too deep is refused at run time, and nothing is lost."""
    desk.research()
    lines = ["  " * level + f"executor: level {level} of it" for level in range(1, 5)]
    deep = "\n".join([*lines, "          leaf: and this"])
    old = desk.document("executor", "1").body(2).split("\n", 1)[1]
    desk.edit(old, deep, "executor", "1")
    with pytest.raises(DocumentError, match=r"-1\.md:\d+: this executor is of level 4"):
        desk.resume()
    desk.edit(deep, old, "executor", "1")
    assert desk.resume().outcome.status is Status.ACCEPTED


def test_a_phase_that_is_not_done_adds_sources_and_says_why(desk: Desk) -> None:
    """Research 7: an iteration adds sources and words a question anew, never an executor; its delta stays."""
    plan = f"executor: {QUERY}\n  phase: iterations 2\n  leaf: {QUERY}\n    sources: 1"
    desk.model.knows = {"population of Laos": ("Laos is a country", "Laos is a country of people.")}
    for number in range(3):
        text = f"The population of Laos, population of Laos. Note {number} of Laos.\n"
        (desk.root / "docs" / f"note{number}.md").write_text(text, encoding="utf-8")
    desk.research()
    desk.edit(desk.document("executor", "1").body(2).split("\n", 1)[1], _indented(plan), "executor", "1")
    desk.resume()
    log = desk.document("executor", "1").body(4)
    assert "iteration 2: task 1 read 1 sources" in log
    assert "because coverage 0.00 is under 1" in log
    assert len(desk.documents("executor")) == 1


def test_a_phase_that_is_done_is_not_gone_over_again(desk: Desk) -> None:
    """Research 7: criteria met, no further iteration."""
    desk.research()
    log = desk.document("executor", "1").body(4)
    assert "its criteria are met" in log
    assert "iteration 2" not in log


@pytest.mark.parametrize("dies_at", range(3, 8))
def test_killed_at_any_call_nothing_is_asked_again(desk: Desk, dies_at: int, second_desk: Desk) -> None:
    """Research 11: the run goes on where it was killed, asks no call twice, and gives the same report."""
    second_desk.research()
    desk.ask()
    desk.model.dies_at = dies_at
    with pytest.raises(KeyboardInterrupt):
        desk.reply("Authorized to execute")
    desk.model.dies_at = 0
    desk.resume()
    asked = [prompt.text for _, prompt in desk.model.asked]
    assert len(asked) == len(set(asked)) == len(second_desk.model.asked)
    assert desk.report == second_desk.report


@pytest.mark.parametrize("dies_at", [2, 5, 7, 9])
def test_a_killed_process_loses_nothing(desk: Desk, dies_at: int, second_desk: Desk) -> None:
    """Research 11: kill -9 of the process after extractor k of 3; nothing is asked again, the same report."""
    for folder in (desk.root, second_desk.root):
        for year in (2022, 2024):
            (folder / "docs" / f"{year}.md").write_text(f"# {year}\n\n{LAOS}", encoding="utf-8")
    second_desk.research()
    desk.ask()
    log = desk.root / "asked.txt"
    command = (*("-m", "tests.research.killed_research"), str(desk.root), desk.short, str(dies_at), str(log))
    ended = subprocess.run([sys.executable, *command], cwd=REPOSITORY, check=False)
    assert ended.returncode == -signal.SIGKILL
    answered = log.read_text(encoding="utf-8").splitlines()
    assert len(answered) == dies_at - 1
    calls = len(desk.model.asked)
    assert desk.resume().outcome.status is Status.ACCEPTED
    again = [repr(prompt.text) for _, prompt in desk.model.asked[calls:]]
    assert set(again).isdisjoint(answered)
    assert calls + len(answered) + len(again) == len(second_desk.model.asked)
    assert desk.report == second_desk.report


def test_an_edited_criterion_does_only_what_it_asks_for(desk: Desk) -> None:
    """Issue 16.2: two sources for a claim are asked for; what was read stays, and the others are read."""
    desk.research()
    (desk.root / "docs" / "more.md").write_text("Laos lies in Asia.\n", encoding="utf-8")
    read, calls = set(desk.model.calls_of("extractor")), len(desk.model.asked)
    desk.edit("phase: corroboration 1", "phase: corroboration 2", "executor", "1")
    desk.resume()
    again = desk.model.asked[calls:]
    assert {call.kind for call, _ in again} <= {
        "research_executor",
        "research_extractor",
        "research_synthesizer",
    }
    assert not {call.document for call, _ in again if call.kind == "research_extractor"} & read
    assert "because a claim has 1 of 2 sources" in desk.document("executor", "1").body(4)
    assert desk.documents("planner") == [f"tool-research_planner-{desk.short}-1"]


def test_contradicting_sources_stand_side_by_side(desk: Desk) -> None:
    """Research 10: two figures for one thing stay two facts, and the report names the contradiction."""
    (desk.root / "docs" / "old.md").write_text("Laos has a population of 6500000 people.\n", encoding="utf-8")
    desk.model.knows["population of  Laos"] = ("", "")
    desk.model.knows = {
        "population of Laos?": (
            "Laos has a population of 7900000 people",
            "Laos has a population of 7900000 people.",
        ),
        "population of Laos": (
            "Laos has a population of 6500000 people",
            "Laos has a population of 6500000 people.",
        ),
    }
    desk.research()
    assert "## Contradictions" in desk.report
    assert "7900000 people [1]" in desk.report
    assert "6500000" in desk.report
    assert "Confidence: medium (0.90; what contradicts takes from it)" in desk.report


def test_the_same_fact_in_two_sources_is_one_with_two_citations(desk: Desk) -> None:
    """Research 10: one knowledge entry, two citations, both at the claim."""
    (desk.root / "docs" / "again.md").write_text(LAOS.replace("country", "land"), encoding="utf-8")
    desk.research()
    assert "7900000 people [1][2]" in desk.report
    assert "Claims that rest on more than one source: 1." in desk.report


def test_what_is_known_of_a_source_costs_no_call(desk: Desk) -> None:
    """Research R11: a question that was asked of the same bytes before is taken from the knowledge base."""
    desk.research()
    extracted = len(desk.model.calls_of("extractor"))
    desk.research()
    assert len(desk.model.calls_of("extractor")) == extracted
    assert "7900000 people [1]" in desk.report


def _indented(plan: str) -> str:
    return "\n".join(f"  {line}" for line in plan.split("\n"))


def test_a_changed_source_is_read_again_alone(desk: Desk) -> None:
    desk.research()
    calls = len(desk.model.asked)
    (desk.root / "docs" / "laos.md").write_text(LAOS + "More on Laos.\n", encoding="utf-8")
    desk.resume()
    read = {call.document for call, _ in desk.model.asked[calls:] if call.kind == "research_extractor"}
    assert len(read) == 1


def replanned(desk: Desk, plan: str) -> None:
    """Research with another plan in §2 of the executor."""
    desk.research()
    desk.edit(desk.document("executor", "1").body(2).split("\n", 1)[1], _indented(plan), "executor", "1")
    desk.resume()


def test_the_calls_of_a_phase_go_to_what_has_priority(desk: Desk) -> None:
    """Research 7: a phase has a budget of its own; the leaf of high priority is read, the other is not."""
    phase = "executor: q\n  phase: iterations 1; calls 4"
    replanned(desk, f"{phase}\n  leaf: {CHINAS}\n  leaf: {POPULATION}\n    priority: high\n    sources: 1")
    assert "1410000000" not in desk.report
    assert "7900000" in desk.report
    log = desk.document("executor", "1").body(4)
    assert "task 1 reads no more: the phase's calls are used up" in log
    assert f"The sources do not say: {CHINAS}" in desk.report


def test_the_budget_of_a_leaf_is_how_many_sentences_it_looks_at(desk: Desk) -> None:
    """Research 6: the budget of a task specification steers its extractors."""
    replanned(
        desk, f"executor: q\n  phase: iterations 1\n  leaf: {POPULATION}\n    budget: 2 calls\n    sources: 1"
    )
    body = desk.document("extractor", "1.1.1").body(2)
    assert "### Look 1: " in body
    assert "### Look 2: " not in body
    assert "7900000" in desk.report


def test_an_edited_plan_stays_where_a_question_is_composed_beside_it(desk: Desk) -> None:
    """Issue 16.2: both stand in §2; the person's plan is not taken for the model's."""
    replanned(desk, f"executor: q\n  leaf: {CAPITAL}\n  leaf: {POPULATION}")
    assert "### Composed" in desk.document("executor", "1").body(2)
    calls = len(desk.model.asked)
    assert desk.resume().outcome.status is Status.ACCEPTED
    assert f"leaf: {CAPITAL}" in desk.document("executor", "1").body(2)
    assert len(desk.model.asked) == calls


def test_what_makes_a_phase_worse_is_not_taken(desk: Desk) -> None:
    """Research 7 and ✎7: a second source that contradicts the first is worse; the report still names it."""
    other = "Laos has a population of 6500000 people"
    desk.model.knows["population of Laos?"] = (other, f"{other}.")
    (desk.root / "docs" / "old.md").write_text(f"Of old: {other}.\n", encoding="utf-8")
    replanned(
        desk, f"executor: q\n  phase: corroboration 2; iterations 2\n  leaf: {POPULATION}\n    sources: 1"
    )
    log = desk.document("executor", "1").body(4)
    assert "contradictions 1 (not taken: it is worse)" in log
    assert "ended with its last iteration: a claim has 1 of 2 sources" in log
    assert desk.report.partition("\n\n")[2].startswith("Laos has a population of 7900000 people [1].\n")
    assert "6500000" in desk.report.partition("## Contradictions")[2]


@pytest.mark.parametrize("share", [0.02, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.97])
def test_a_full_disk_loses_nothing(desk: Desk, share: float, second_desk: Desk) -> None:
    """Issue 16.4: a disk that is full at one write ends the run; then it goes on as if it had not been."""
    second_desk.ask()
    with failing(0, errno.ENOSPC) as disk:
        second_desk.reply(PHRASE)
    desk.ask()
    store = desk.host().store
    settle(store, *waiting_document(store, desk.short), PHRASE, "person", "a test")
    with failing(max(1, int(share * len(disk.made))), errno.ENOSPC), suppress(DiskError):
        desk.resume()
    assert desk.resume().outcome.status is Status.ACCEPTED
    asked = [prompt.text for _, prompt in desk.model.asked]
    assert len(asked) - len(set(asked)) <= 1, "only the reply that could not be written"
    assert desk.report == second_desk.report


class Gone(Reader):
    """A model whose server is gone from a call on, until it is there again."""

    gone_at, requests = 0, 0

    def values(self, prompt, form, call):  # type: ignore[no-untyped-def]
        if self.gone_at and len(self.asked) + 1 >= self.gone_at:
            self.requests += 1
            raise AwayError("no server answers at http://127.0.0.1:8080; start it")
        return super().values(prompt, form, call)


@pytest.mark.parametrize("gone_at", [4, 7, 10])
def test_a_model_that_is_away_ends_the_run_and_a_resume_gives_the_whole_report(
    desk: Desk, gone_at: int
) -> None:
    """It was accepted with what had been read, or with nothing, and each role asked the dead server anew."""
    two = "What is the population of Laos, and what the population of China?"
    desk.model = model = Gone()
    model.gone_at = gone_at
    ended = desk.research(two)
    assert ended.outcome.status is not Status.ACCEPTED
    assert "no server answers" in ended.outcome.reason
    assert model.requests == 1
    model.gone_at = 0
    assert desk.resume().outcome.status is Status.ACCEPTED
    assert "7900000" in desk.report
    assert "1410000000" in desk.report
