"""The loop of `pandora think`: whole, interrupted anywhere, edited, paused, and out of budget."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pandora.budget import Budget
from pandora.check.fsck import fsck
from pandora.check.lint import lint
from pandora.disk.store import Edit, Store
from pandora.document.form import Form
from pandora.document.history import attempts
from pandora.document.state_document import Document
from pandora.engine.recorded_model import RecordedModel, keys_of_model
from pandora.errors import AwayError, ModelError
from pandora.models.protocol import Call, Prompt
from pandora.questions import graph_queries, node_changes, work_claims
from pandora.questions.dispatcher import Limits, begin, go_on, work_on
from pandora.questions.graph import find_graph
from pandora.questions.graph_lifecycle import update_graph_status
from pandora.questions.graph_rules import GraphError
from pandora.questions.graph_worker import WAITS, Worker
from pandora.questions.harvest import harvest, save_summary
from tests.questions.thinker import Thinker, Thinking, part_of, question_of_call, task_of, topic_of, usual

CALLS = 19
"""How often one worker asks for a graph of the usual answers that nobody interrupts."""
STRIDE = 3
"""Every how many writes a process is killed; with 1, it takes a minute."""


def synthesised(thinking: Thinking) -> bool:
    return set(thinking.states().values()) <= {"synthesized", "saturated"}


def test_a_graph_is_thought_through(thinking: Thinking) -> None:
    sitting = thinking.begin().sit()
    assert sitting.status == "completed"
    assert synthesised(thinking)
    assert len(thinking.states()) == 7
    assert Counter(part_of(call) for call, _ in thinking.model.asked)["synthesise"] == 4
    result = harvest(thinking.graph)
    assert result["status"] == "completed"
    assert (result["node_count"], result["max_depth"], len(result["synthesis_chain"])) == (14, 2, 7)
    save_summary(thinking.graph, result)
    assert lint(thinking.workspace) == []
    top = (thinking.root / "state" / f"{thinking.graph.root}.md").read_text("utf-8")
    assert top.count(".md → ACCEPTED\n") == 5


def test_questions_that_no_budget_was_left_for_are_told_as_gaps(thinking: Thinking) -> None:
    thinking.begin("pulse", nodes=4).sit(1)
    result = harvest(thinking.graph)
    never = [each for each in result["findings"] if each.get("reason", "").startswith("never opened")]
    assert never
    assert all(f"- {each['question']} (never opened" in result["summary"] for each in never)
    assert "Every question was answered" not in result["summary"]


def test_finished_it_costs_nothing_and_changes_nothing(thinking: Thinking) -> None:
    thinking.begin().sit()
    before = {path.name: path.read_bytes() for path in (thinking.root / "state").glob("*.md")}
    with pytest.raises(GraphError, match="is finished"):
        go_on(thinking.graph, Limits())
    assert {path.name: path.read_bytes() for path in (thinking.root / "state").glob("*.md")} == before


class Killed(BaseException):
    """A kill at a model call: nothing that would tidy up runs after it."""


@pytest.mark.parametrize("at", range(1, CALLS + 1, 2))
def test_killed_at_any_call_it_goes_on_and_asks_nothing_twice(thinking: Thinking, at: int) -> None:
    calls = 0

    def dying(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        nonlocal calls
        calls += 1
        if calls == at:
            raise Killed
        return usual(call, prompt, form)

    thinking.model = Thinker(dying)
    with pytest.raises(Killed):
        thinking.begin().sit(1)
    asked = [(call.document, call.phase) for call, _ in thinking.model.asked[:-1]]
    thinking.model = Thinker()
    thinking.graph = find_graph(thinking.workspace, thinking.graph.run).open()
    assert thinking.sit(1).status == "completed"
    assert synthesised(thinking)
    asked += [(call.document, call.phase) for call, _ in thinking.model.asked]
    assert sorted(asked) == sorted(set(asked))
    assert len(thinking.states()) == 7


def test_a_synthesis_is_made_from_its_answer_and_the_syntheses_below(thinking: Thinking) -> None:
    thinking.begin().sit()
    top = thinking.graph.root
    prompt = next(
        prompt
        for call, prompt in thinking.model.asked
        if (part_of(call), question_of_call(call)) == ("synthesise", top)
    )
    rows = {row["id"]: row for row in graph_queries.nodes_of(thinking.graph)}
    below = [row for row in rows.values() if row["kind"] == "question" and row["parent"] == top]
    expected = [f"Finding: {row['text']}\n{row['synthesis']}" for row in below]
    first = f"First answer: {rows[f'{top}.answer']['text']}"
    assert prompt.parts == ("\n\n".join([first, *expected, f"Question: {rows[top]['text']}"]),)
    for row in rows.values():
        if row["kind"] == "answer" and row["depth"] == 1:
            assert row["text"] not in prompt.user


def contradicting(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
    """Two answers that say opposite things of one topic, in the first and the second branch."""
    if call.phase == "plan" and "possible answers" not in form:
        return {"questions": []}
    if part_of(call) == "do" and "topic" in task_of(prompt):
        return {"answer": f"The colour comes from scattered short waves, topic {topic_of(prompt)[-2]}."}
    if part_of(call) == "do" and "known" in task_of(prompt):
        return {"answer": "Nobody has weighed the rain."}
    if call.phase == "check":
        return {"relation": "contradict", "because": "one says waves, the other says dust."}
    return usual(call, prompt, form)


def test_open_tensions_are_named_in_every_synthesis_above_them(thinking: Thinking) -> None:
    thinking.model = Thinker(contradicting)
    thinking.begin("pulse", nodes=8).sit(1)  # no room for questions about the tension
    result = harvest(thinking.graph)
    assert result["unresolved_contradiction_count"] > 0
    top = result["synthesis_chain"][0]["synthesis"]
    assert "one says waves, the other says dust." in top
    assert "- one says waves, the other says dust." in result["summary"]
    tension = next(finding for finding in result["findings"] if finding["type"] == "tension")
    assert tension["status"] == "UNRESOLVED"


def test_the_summary_has_every_heading_even_where_there_is_nothing_to_tell(thinking: Thinking) -> None:
    thinking.begin().sit(1)
    summary = harvest(thinking.graph)["summary"]
    assert [line[4:] for line in summary.splitlines() if line.startswith("### ")] == [
        "Answer",
        "Supporting Branch Syntheses",
        "Key Findings",
        "Open Tensions",
        "Resolved Tensions",
        "Known Gaps",
        "Exploration Metrics",
    ]


def test_a_tension_becomes_a_question_and_its_synthesis_settles_it(thinking: Thinking) -> None:
    thinking.model = Thinker(contradicting)
    thinking.begin("pulse").sit(1)
    result = harvest(thinking.graph)
    assert result["contradiction_count"] > 0
    assert result["unresolved_contradiction_count"] == 0
    assert "### Resolved Tensions" in result["summary"]


def test_a_clash_that_a_second_judgement_does_not_confirm_counts_for_nothing(thinking: Thinking) -> None:
    def doubted(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if part_of(call) == "do" and "topic" in task_of(prompt):
            place = int(topic_of(prompt)[-2])
            return {"answer": f"Scattered short waves colour the {['sky', 'sea', 'sun'][place]}."}
        if part_of(call) == "confirm":
            subjects = {"first is about": "colour of the sea", "second is about": "light of suns"}
            return {**usual(call, prompt, form), **subjects}
        return contradicting(call, prompt, form)

    thinking.model = Thinker(doubted)
    thinking.begin("pulse").sit(1)
    assert harvest(thinking.graph)["contradiction_count"] == 0
    judged = [prompt for call, prompt in thinking.model.asked if part_of(call) == "confirm"]
    assert judged
    assert "waves" in judged[0].user
    assert "one says" not in judged[0].user
    documents = (path.read_text("utf-8") for path in (thinking.root / "state").glob("tool-question-*.md"))
    assert any("Confirmed: no: judged again, one is about" in document for document in documents)


def test_a_convergence_asks_what_it_implies(thinking: Thinking) -> None:
    def agreeing(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if call.phase == "check":
            return {"relation": "agree", "because": "both say waves."}
        if part_of(call) == "confirm":
            return {**usual(call, prompt, form), "both can be true": "yes"}
        return contradicting(call, prompt, form)

    thinking.model = Thinker(agreeing)
    thinking.begin("pulse").sit(1)
    result = harvest(thinking.graph)
    assert result["convergence_count"] == 1
    assert result["boundary_questions"][0]["status"] == "synthesized"
    assert len(result["boundary_questions"][0]["converging_nodes"]) == 2
    assert "both say waves." in result["summary"]


@pytest.mark.parametrize("mode", ["interactive", "depth:1"])
def test_checkpoints_pause_and_go_on(thinking: Thinking, mode: str) -> None:
    assert thinking.begin("pulse", mode).sit().status == "paused"
    sittings = 1
    while go_on(thinking.graph, Limits()) == [] and thinking.sit().status == "paused":
        sittings += 1
    assert thinking.graph.settings().status == "completed"
    assert sittings == 2
    assert synthesised(thinking)


@pytest.mark.parametrize(("limits", "told"), [({"tokens": 600}, "600 tokens"), ({"seconds": 1}, "1 seconds")])
def test_a_budget_ends_it_with_what_there_is(thinking: Thinking, limits: dict[str, Any], told: str) -> None:
    def slow(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        host.clock = lambda: 2.0 if len(thinking.model.asked) > 3 else 0.0
        return usual(call, prompt, form)

    thinking.model = Thinker(slow)
    host = thinking.host()
    host.started, host.clock = 0.0, lambda: 0.0
    sitting = work_on(thinking.begin("pulse", **limits).graph, host, 1, thinking.slept.append)
    assert sitting.status == "budget_exhausted"
    assert told in thinking.graph.settings().reason
    result = harvest(thinking.graph)
    assert (result["status"], result["open_question_count"] > 0) == ("budget_exhausted", True)
    assert "(budget_exhausted)" in result["summary"]
    assert "claimed" not in thinking.states().values()
    with pytest.raises(GraphError, match="raise it with"):
        go_on(thinking.graph, Limits())
    go_on(thinking.graph, Limits(tokens=100_000, seconds=1000))
    thinking.model = Thinker()
    assert thinking.sit().status == "completed"


def test_the_first_answer_of_an_unfinished_graph_is_held_against_the_sources(thinking: Thinking) -> None:
    """A fault that was mended: it was told whole, with figures and quotes that no source has."""
    said = "It rained 12 litres in May. It rained 99 litres in June. “So it is.” [notes/rain.md:7]"

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        return {**usual(call, prompt, form), "answer": said}

    thinking.model = Thinker(answers)
    thinking.notes(rain="It rained 12 litres in May.").begin(sources=["notes"], tokens=50).sit(1)
    told = harvest(thinking.graph)["summary"].partition("### Answer")[2].partition("###")[0]
    assert "- It rained 12 litres in May. — “It rained 12 litres in May.” [notes/rain.md:1]" in told
    assert "99" not in told
    assert "So it is" not in told


def test_a_ceiling_right_after_the_plain_answer_leaves_it_and_says_nothing_more(thinking: Thinking) -> None:
    """Thinking 6: the first answer is on disk as soon as it is made; nothing is told that did not happen."""
    thinking.notes(rain="It rained in May.")
    sitting = thinking.begin(sources=["notes"], tokens=50).sit(1)
    assert sitting.status == "budget_exhausted"
    assert [call.phase for call, _ in thinking.model.asked] == ["do"]
    result = harvest(thinking.graph)
    assert result["status"] == "budget_exhausted"
    summary = result["summary"]
    told = "1 sentence of the model that no source bears out is left out here and stands in the root."
    assert f"Not finished. The first answer was:\n\n- {told}" in summary
    assert "Perhaps it is 20" in thinking.body(3)
    assert "No branch was opened." in summary
    for untrue in (
        "was answered without",
        "No branches converged",
        "Every question was answered",
        "fully explored",
    ):
        assert untrue not in summary
    assert "- The graph is budget exhausted, not completed: " in summary


def test_the_budget_of_nodes_leaves_questions_unasked(thinking: Thinking) -> None:
    thinking.begin("pulse", nodes=9)
    assert thinking.sit(1).status == "completed"
    assert len(graph_queries.nodes_of(thinking.graph)) == 8


def test_a_question_reworded_is_done_again_with_what_rests_on_it(thinking: Thinking) -> None:
    thinking.begin().sit(1)
    first = next(each for each in thinking.states() if each.endswith("-1"))
    path = thinking.root / "state" / f"{first}.md"
    path.write_text(
        path.read_text("utf-8").replace("What speaks for “Part topic0x”", "What is topic0y"), "utf-8"
    )
    assert first in go_on(thinking.graph, Limits())
    thinking.model = Thinker()
    assert thinking.sit(1).status == "completed"
    documents = {question_of_call(call) for call, _ in thinking.model.asked}
    assert first in documents
    assert thinking.graph.root in documents
    assert not any("-2" in each.split(thinking.graph.run)[1] for each in documents)
    assert "topic0y" in thinking.graph.question(first).answer.text  # type: ignore[union-attr]


def test_an_answer_reworded_is_kept_and_enters_its_own_synthesis(thinking: Thinking) -> None:
    """A fault that was mended: an edit of an inner answer never entered its own synthesis.

    The questions below it were answered from sources, not from it: they are not asked again.
    """
    thinking.begin().sit(1)
    first = next(state for state in thinking.states() if state.endswith("-1"))
    path = thinking.root / "state" / f"{first}.md"
    path.write_text(path.read_text("utf-8").replace("Answer: Perhaps it is", "Answer: Surely it is"), "utf-8")
    go_on(thinking.graph, Limits())
    thinking.model = Thinker()
    thinking.sit(1)
    documents = {(part_of(call), question_of_call(call)) for call, _ in thinking.model.asked}
    assert not any(phase == "do" for phase, _ in documents)
    asked = [
        prompt
        for call, prompt in thinking.model.asked
        if (part_of(call), question_of_call(call)) == ("synthesise", first)
    ]
    assert asked[0].parts[0].startswith("Own answer: Surely it is")
    assert thinking.graph.question(first).answer.text.startswith("Surely")  # type: ignore[union-attr]


def test_a_worker_waits_two_four_and_eight_seconds_before_it_leaves(thinking: Thinking) -> None:
    thinking.begin()
    work_claims.claim_work(thinking.graph, "another terminal")
    report = Worker(thinking.graph, thinking.host(), "w1", thinking.slept.append).run()
    assert report.exit_reason == "no_work_after_retries"
    assert tuple(thinking.slept) == WAITS


def test_the_circuit_breaker_goes_at_depth_times_three(thinking: Thinking) -> None:
    thinking.begin("pulse", nodes=100)
    for number in range(20):
        node_changes.add_node(thinking.graph, thinking.graph.root, "question", f"topic number {number}?")
    report = Worker(thinking.graph, thinking.host(), "w1", thinking.slept.append).run()
    assert (report.exit_reason, report.answered) == ("circuit_breaker", 6)


def test_a_question_that_fails_three_times_is_given_up(thinking: Thinking) -> None:
    def failing(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if "topic1x”" in task_of(prompt):
            raise ModelError("the server said 500")
        return usual(call, prompt, form)

    thinking.model = Thinker(failing)
    sitting = thinking.begin().sit(1)
    assert sitting.status == "completed"
    assert "saturated" in thinking.states().values()
    assert any("500" in told for report in sitting.reports for told in report.errors)
    given_up = next(id for id, state in thinking.states().items() if state == "saturated")
    document = thinking.graph.document(given_up)
    assert document.meta["attempt"] == 3
    failed = [sections for number, sections in attempts(document).items() if number < 3]
    assert failed == [{2: "", 3: "", 4: "Failed: the server said 500"}] * 2
    assert document.body(5) == "Saturated: error\nthe server said 500"


def test_claims_of_workers_that_died_are_no_attempts(thinking: Thinking) -> None:
    """Thinking 1, a fault that was mended: after two of them, one failed reply gave the question up."""
    fails = [True, True]

    def failing(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if call.phase == "do" and fails and fails.pop():
            raise ModelError("the server said 500")
        return usual(call, prompt, form)

    thinking.begin()
    for _ in range(4):
        node = work_claims.claim_work(thinking.graph, "dead")["node_id"]
        work_claims.release_all(thinking.graph, "dead")
    assert [thinking.graph.question(node).claims, thinking.graph.question(node).attempts] == [4, 0]
    thinking.model = Thinker(failing)
    assert thinking.sit(1).status == "completed"
    assert synthesised(thinking)
    assert thinking.graph.question(node).attempts == 3


def test_a_phase_that_failed_is_asked_again_alone(thinking: Thinking) -> None:
    """What was made before it stands: a reply is never asked for twice."""
    fails = [True]

    def failing(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if call.phase == "plan" and fails and fails.pop():
            raise ModelError("the server said 500")
        return usual(call, prompt, form)

    thinking.model = Thinker(failing)
    thinking.notes(lid="The lid weighs 17 grams.").begin(sources=["notes"])
    assert thinking.sit(1).status == "completed"
    root = thinking.graph.root
    asked = [(call.phase, prompt.user) for call, prompt in thinking.model.asked if call.document == root]
    assert [phase for phase, _ in asked] == ["do", "plan", "plan"]
    assert asked[1] == asked[2]
    assert fsck(thinking.workspace, False).problems == []


def test_a_question_of_a_graph_that_is_paused_meanwhile_is_not_given_up(thinking: Thinking) -> None:
    """A fault that was mended: it counted as an attempt that failed."""
    thinking.begin()

    def pauses(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if thinking.graph.settings().status == "active" and call.phase == "do":
            update_graph_status(thinking.graph, "paused")
        return usual(call, prompt, form)

    thinking.model = Thinker(pauses)
    assert thinking.sit(1).status == "paused"
    assert set(thinking.states().values()) == {"open"}


def test_a_model_that_is_away_costs_no_question_its_branch(thinking: Thinking) -> None:
    """Its server goes down in the middle and comes back for the next sitting: nothing was given up."""
    down = True

    def away(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if down and len(thinking.model.asked) > 6:
            raise AwayError("no server answers")
        return usual(call, prompt, form)

    thinking.model = Thinker(away)
    for _ in range(4):
        sitting = thinking.sit(1) if thinking.model.asked else thinking.begin().sit(1)
        assert sitting.status == "active"
        assert sitting.reports[-1].exit_reason == "model_away"
        assert "no server answers" in sitting.reports[-1].errors[-1]
        assert "saturated" not in thinking.states().values()
        assert "claimed" not in thinking.states().values()
    assert thinking.slept[-3:] == list(WAITS)
    down = False
    go_on(thinking.graph, Limits())
    assert thinking.sit(1).status == "completed"
    assert len(thinking.states()) == 7
    assert synthesised(thinking)
    rows = thinking.graph.index.rows("SELECT attempts FROM nodes WHERE kind = 'question'")
    assert {row["attempts"] for row in rows} == {1}


def test_nothing_answered_is_an_error(thinking: Thinking) -> None:
    """A fault that was mended: the graph was `completed` and its harvest said `error`."""

    def broken(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        raise ModelError("the reply\n## §5 OUTPUT\nfits no form")

    thinking.model = Thinker(broken)
    assert thinking.begin().sit(1).status == "error"
    result = harvest(thinking.graph)
    assert result["status"] == thinking.graph.settings().status == "error"
    told = "the reply ## §5 OUTPUT fits no form"
    assert f"- Why is the sky blue? (error: {told})" in result["summary"]
    assert thinking.graph.document(thinking.graph.root).body(5) == f"Saturated: error\n{told}"


def test_a_harvest_leaves_a_running_root_alone(thinking: Thinking) -> None:
    """A fault that was mended: a harvest wrote into the root while its worker had it, and ended the run."""
    seen: list[str] = []

    def harvested(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if question_of_call(call) == thinking.graph.root:
            before = thinking.graph.document(thinking.graph.root).text
            seen.append(save_summary(thinking.graph, harvest(thinking.graph)))
            assert thinking.graph.document(thinking.graph.root).text == before
        return usual(call, prompt, form)

    thinking.model = Thinker(harvested)
    assert thinking.begin().sit(1).status == "completed"
    assert seen == [""] * 3
    assert save_summary(thinking.graph, harvest(thinking.graph)).startswith("tool-harvest-")


def test_the_graph_records_its_model_so_that_others_join_with_it(thinking: Thinking) -> None:
    """A fault that was mended: without `--model`, nobody could join a graph that a server's model made."""
    thinking.model = Thinker(name="served", fingerprint="server:0123456789abcdef01")
    graph = begin(
        thinking.workspace,
        "Why?",
        "pulse",
        "autonomous",
        [],
        Limits(),
        Budget(),
        keys_of_model(thinking.model),
    )
    recorded = RecordedModel.of(graph.document(graph.root).meta)
    assert recorded.on_server
    assert recorded.accepts(thinking.model)


def test_every_prompt_is_within_its_budget(thinking: Thinking) -> None:
    def wordy(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        made = dict(usual(call, prompt, form))
        chosen = {field.key for field in form.fields if getattr(field.slot, "options", ())}
        return {
            key: f"{value} {'very long words ' * 150}"
            if isinstance(value, str) and key not in chosen
            else value
            for key, value in made.items()
        }

    thinking.model = Thinker(wordy)
    thinking.begin("explore", nodes=20).sit(1)
    for call, prompt in thinking.model.asked:
        work = sum(thinking.model.count(part) for part in prompt.parts)
        assert work <= 2000, call
        assert thinking.model.count(prompt.text) - work <= 250, call


@dataclass
class Outcome:
    """What a graph came to, without its name, and how often the model was asked and a document changed."""

    states: list[str]
    texts: list[str]
    asked: int
    writes: int


def thought_with_a_kill(root: Path, place: int, after: bool, monkeypatch: pytest.MonkeyPatch) -> Outcome:
    """A small graph whose process dies before or after the write of this number, and that is gone on with."""
    root.mkdir()
    thinking, writes, dead = Thinking(root).notes(sky="The sky is blue by day."), 0, False
    thinking.begin(sources=["notes"])
    save = Store.save

    def dying(store: Store, document: Document, edit: Edit) -> Document:
        nonlocal writes, dead
        writes += 1
        if dead:
            raise Killed
        if writes != place:
            return save(store, document, edit)
        dead = True
        if after:
            save(store, document, edit)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Store, "save", dying)
        if place:
            with pytest.raises(Killed):
                thinking.sit(1)
        else:
            thinking.sit(1)
    if place:  # its claims last until their leases end
        later = find_graph(thinking.workspace, thinking.graph.run, clock=lambda: time.time() + 10_000)
        thinking.graph = later.open()
        assert thinking.sit(1).status == "completed"
    texts = [thinking.body(number, way) for way in ("", "1", "2") for number in (2, 3, 4, 5)]
    named = [text.replace(thinking.graph.run, "RUN") for text in texts]
    return Outcome([*thinking.states().values()], named, len(thinking.model.asked), writes)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("after", [False, True])
def test_killed_at_any_write_it_comes_to_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    """Thinking 1: durable as any loop: a kill costs one reply at most, and changes nothing in the result."""
    whole = thought_with_a_kill(folder / "0", 0, after, monkeypatch)
    assert set(whole.states) == {"synthesized"}
    for place in range(1, whole.writes + 1, STRIDE):
        killed = thought_with_a_kill(folder / str(place), place, after, monkeypatch)
        assert (killed.states, killed.texts) == (whole.states, whole.texts), place
        assert killed.asked <= whole.asked + (not after), place
