"""A question as a loop: UNDERSTAND, PLAN, DO and CHECK in its document, then the answer goes into the graph.

Each phase is the engine's own: a fresh section is kept, a stale one is written again, and a reply is on disk as
its section before anything acts on it. The last step, under the graph's lock, gives the answer and opens its
questions; running it twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pandora.budget import Budget, level_context, used_of
from pandora.document.body import render
from pandora.document.figures import unfounded_figures
from pandora.document.form import Form, Group, Value
from pandora.document.ids import parse_id
from pandora.document.meta_values import mapping, whole_number
from pandora.document.records import Standing
from pandora.engine import prompt as prompts
from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import by_model, call_model, make_prompt
from pandora.engine.trust import distrust
from pandora.errors import UsageError
from pandora.questions import context
from pandora.questions.citations import quote
from pandora.questions.follow_up_questions import QuestionResult, give_answer
from pandora.questions.graph import Graph
from pandora.questions.graph_rules import INTENSITIES, GraphError
from pandora.questions.node_changes import node_row
from pandora.questions.question_document import answer_text
from pandora.questions.relations import check
from pandora.questions.staleness import rests_on, stands, understood_from
from pandora.questions.worker_sources import SOURCE
from pandora.task import Task
from pandora.workspace.full_text import Passage

NO_EVIDENCE = "none in the sources"
"""The evidence in §3 where no source holds the words that the model gave."""


def loop_of(graph: Graph, host: Host, question: str, role: str = "") -> Loop:
    """The loop of a question's document; `role` names another pattern than that of the question."""
    document = graph.document(question)
    name = parse_id(question)
    row = graph.index.node(question)
    if row is None:
        raise UsageError(f"{question} is no question of its graph; `pandora graph show` lists them")
    given = mapping(document.meta, "budget")
    kept = Budget(**{key: whole_number(given[key]) for key in Budget.__dataclass_fields__ if key in given})
    kept = replace(kept, context=min(kept.context, level_context("tool", kept.context))).scaled(
        host.model.context
    )
    level = "tool" if name.level == "tool" else "system"
    task = Task(
        row["text"],
        level=level,  # type: ignore[arg-type]
        kind=name.kind or "question",
        run=graph.run,
        parent=row["parent"],
        number=name.number,
        budget=kept,
    )
    kind = role or ("think_seed" if name.level == "system" else "think_work")
    pattern = host.library.load("tool", kind)
    return Loop(host, task, pattern, document, used_of(document.meta), stored=document)


def work(graph: Graph, host: Host, question: str, worker: str) -> QuestionResult:
    """Work on a claimed question: answer it, open its follow-up questions, connect it; this ends the claim."""
    loop = loop_of(graph, host, question)
    understand(graph, loop)
    candidates = plan(graph, loop)
    answer = do(graph, loop)
    comparison = check(graph, loop, answer)
    return give_answer(graph, loop, worker, answer, candidates, comparison)


def understand(graph: Graph, loop: Loop) -> None:
    """§1: the question and its context, which is gathered again only when something in it has changed."""
    phase, row = loop.host.library.phase(loop.pattern, "understand"), node_row(graph, loop.id)
    firm = rests_on(graph.index, row)
    origin = understood_from(graph.index, row)
    kept = loop.document.meta.get("answer")
    rests = kept.get("rests") if isinstance(kept, Mapping) else None
    policy = loop.host.policy
    rested = isinstance(rests, Mapping) and stands(graph, row, rests, context.shelf_of(graph, policy))
    if rested and loop.standing(1, origin) is Standing.FRESH and "Context:" in loop.document.body(1):
        return
    limit = int(loop.task.budget.context * context.SHARE) - loop.host.count(loop.task.text)
    gathered = context.gather_context(graph, row, max(100, limit), loop.host.count, policy)
    distrust(loop, gathered.strangers)
    text = loop.host.redact(gathered.text)
    body = render(phase.form, {"task": loop.task.text, "context": text})
    loop.write("understand", body, "code", origin, answer={"rests": {**gathered.rests, **firm}})


def context_parts(loop: Loop) -> list[str]:
    """§1 as prompt parts, sources first, so that questions with the same sources share a prompt prefix."""
    body = loop.document.body(1)
    sources = "".join(
        "".join(f"{line.removeprefix('  ')}\n" for line in match[0].rstrip("\n").split("\n"))
        for match in SOURCE.finditer(f"{body}\n")
    )
    rest = prompts.part(1, SOURCE.sub("", f"{body}\n").rstrip("\n"))
    return [f"# SOURCES\n{sources}".rstrip("\n"), rest] if sources else [rest]


def plan(graph: Graph, loop: Loop) -> list[str]:
    """§2: an outline of the answer; returns the questions whose answers would make it more certain."""
    phase = loop.host.library.phase(loop.pattern, "plan")
    form = phase.form
    if loop.task.parent is None:
        form = _with_question_count(form, *INTENSITIES[graph.settings().intensity].seeds)
    parsed = by_model(loop, phase, form, context_parts(loop), {})
    questions = parsed.values.get("questions", [])
    lines = (
        [str(question.get("line", "")) for question in questions if isinstance(question, dict)]
        if isinstance(questions, list)
        else []
    )
    return [line.strip() for line in lines if line.strip()]


def _with_question_count(form: Form, low: int, high: int) -> Form:
    """The form with `low` to `high` questions in its list."""
    return Form(
        tuple(
            replace(field, slot=replace(field.slot, low=low, high=high))
            if isinstance(field.slot, Group)
            else field
            for field in form.fields
        )
    )


def do(graph: Graph, loop: Loop) -> str:
    """§3: the answer, with a quote from a source as evidence, which code has looked up there.

    Where the answer has figures that no source holds, the model is asked once more, and the better one is kept.
    """
    phase = loop.host.library.phase(loop.pattern, "do")
    shelf = context.shelf_of(graph, loop.host.policy)
    passages = [passage for passage in shelf.passages if f"  Source {passage.path}:" in loop.document.body(1)]
    form = phase.form if passages else Form(tuple(x for x in phase.form.fields if x.key != "evidence"))
    parts = [*context_parts(loop), f"Outline: {_outline(loop)}"]
    origin = loop.origin(make_prompt(loop, phase, form, parts).text, loop.host.model.fingerprint)
    if not loop.keeps("do", origin):

        def mend(values: Mapping[str, Value]) -> Mapping[str, Value]:
            return _with_found_evidence(values, passages)

        by_model(loop, phase, form, parts, {}, mend=mend)
        if passages:
            _ask_again(loop, phase, form, parts, origin, mend)
    text = answer_text(loop.document)
    if not text:
        raise GraphError(
            f"{loop.document.path}: §3 has no answer; write one after 'Answer:', or empty the section"
        )
    return text


def _outline(loop: Loop) -> str:
    first = loop.document.body(2).split("\n")[0]
    return first.partition(":")[2].strip() or "none"


def _with_found_evidence(values: Mapping[str, Value], passages: Sequence[Passage]) -> Mapping[str, Value]:
    """The values with the evidence as a quote from its source, or with `NO_EVIDENCE`."""
    if not passages:
        return values
    return {**values, "evidence": quote(str(values.get("evidence", "")), passages) or NO_EVIDENCE}


def _ask_again(
    loop: Loop,
    phase: Phase,
    form: Form,
    parts: Sequence[str],
    origin: str,
    mend: Callable[[Mapping[str, Value]], Mapping[str, Value]],
) -> None:
    """Ask once more where the answer has figures that §1 does not hold; the one with fewer is kept."""
    sources = [loop.document.body(1)]
    doubts = unfounded_figures(answer_text(loop.document), sources)
    if not doubts:
        return
    advice = (
        f"No source holds these figures: {', '.join(doubts)}. Answer with figures that stand in the sources."
    )
    reply = call_model(loop, phase, form, make_prompt(loop, phase, form, [*parts, advice]))
    values = mend(reply.filled.values)
    if len(unfounded_figures(str(values.get("answer", "")), sources)) < len(doubts):
        loop.write("do", render(form, values, reply.filled.probabilities), "model", origin)
    else:
        loop.save()
