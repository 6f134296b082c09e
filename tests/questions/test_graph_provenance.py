"""`why` and `prompt` of a graph: what stands and from what, found without a model; prompts made anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.budget import Budget, Ledger
from pandora.document.records import Standing
from pandora.engine.host import Host
from pandora.engine.pattern import Library
from pandora.errors import UsageError
from pandora.inspect.freshness import Outlook, State
from pandora.inspect.provenance import SectionProvenance, provenance_of
from pandora.inspect.rehearsal import SilentModel
from pandora.policy import Policy
from pandora.questions.dispatcher import Limits, go_on
from pandora.questions.graph_provenance import QuestionLineage, freshness_of_graph
from pandora.questions.question_prompt import prompt_of_question
from tests.questions.thinker import Thinking, part_of, question_of_call


def states(thinking: Thinking, document: str) -> list[State]:
    freshness = freshness_of_graph(thinking.workspace, thinking.graph.run, Policy())
    return [freshness.states[document, number] for number in range(1, 6)]


def edited(thinking: Thinking, document: str, old: str, new: str) -> None:
    path = thinking.root / "state" / f"{document}.md"
    assert old in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def test_what_is_told_stale_is_what_a_resume_does_again(thinking: Thinking) -> None:
    thinking.begin().sit(1)
    run = thinking.graph.run
    first, other = f"tool-question-{run}-1", f"tool-question-{run}-2"
    freshness = freshness_of_graph(thinking.workspace, run, Policy())
    assert set(freshness.states.values()) == {Standing.FRESH}
    assert freshness.next == "makes nothing again: the graph is completed"
    edited(thinking, first, "Answer: Perhaps it is", "Answer: Surely it is")
    before = {path.name: path.read_bytes() for path in (thinking.root / "state").glob("*.md")}
    freshness = freshness_of_graph(thinking.workspace, run, Policy())
    assert freshness.states[first, 3] is Standing.EDITED
    assert states(thinking, f"{first}.1") == [Standing.STALE, *(Outlook.DEPENDS,) * 4]
    assert states(thinking, thinking.graph.root) == [*(Standing.FRESH,) * 4, Outlook.DEPENDS]
    assert states(thinking, f"{other}.1")[0] is Standing.FRESH
    assert freshness.next.startswith("answers tool-question-")
    assert {path.name: path.read_bytes() for path in (thinking.root / "state").glob("*.md")} == before
    assert f"{first}.1" in go_on(thinking.graph, Limits())


def test_causes_lead_back_to_the_first_question(thinking: Thinking) -> None:
    thinking.begin().sit(1)
    root = thinking.graph.root
    freshness = freshness_of_graph(thinking.workspace, thinking.graph.run, Policy())
    causes = provenance_of((root, 5), freshness, QuestionLineage(Library(thinking.workspace)))
    by_place: dict[tuple[str, int], SectionProvenance] = {each.place: each for each in causes}
    below = [f"tool-question-{thinking.graph.run}-{number}" for number in (1, 2, 3)]
    assert by_place[root, 5].before == ((root, 3), *((each, 5) for each in below))
    assert (f"{below[0]}.1", 3) in by_place
    assert (root, 1) in by_place
    assert dict(by_place[root, 5].facts)["instructions"].startswith("system/tools/think/decide.md:")
    assert dict(by_place[below[0], 3].facts)["model"] == "thinker"


@pytest.mark.parametrize(
    ("phase", "document"), [("plan", ""), ("do", "-1"), ("synthesise", ""), ("synthesise", "-1")]
)
def test_a_prompt_is_made_anew_and_is_the_same(thinking: Thinking, phase: str, document: str) -> None:
    thinking.begin().sit(1)
    run = thinking.graph.run
    asked = f"tool-question-{run}{document}" if document else f"system-{run}"
    model = SilentModel("thinker", 8192, "thinker", thinking.model.count)

    def host(workspace, model):  # type: ignore[no-untyped-def]
        return Host(workspace, model, Ledger(Budget()))

    found = prompt_of_question(thinking.workspace, asked, phase, model, host, True)
    assert found.same
    whole = [
        prompt.text
        for call, prompt in thinking.model.asked
        if (question_of_call(call), part_of(call)) == (asked, phase)
    ]
    assert found.asked.prompt.text in whole
    with pytest.raises(UsageError, match="made by code"):
        prompt_of_question(thinking.workspace, f"system-{run}", "check", model, host, True)


def test_an_archived_graph_is_told_of_as_well(thinking: Thinking, tmp_path: Path) -> None:
    from pandora.disk.archive import archive_run

    thinking.begin().sit(1)
    run = thinking.graph.run
    archive_run(thinking.workspace, run)
    assert not list((thinking.root / "state" / ".graphs").glob(f"{run}.*"))
    assert freshness_of_graph(thinking.workspace, run, Policy()).states[f"system-{run}", 5] is Standing.FRESH
    assert not list((thinking.root / "state" / ".graphs").glob(f"{run}.*"))
