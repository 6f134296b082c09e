"""A question as a loop: UNDERSTAND, DO, CHECK and PLAN in its document, then the answer goes into the graph.

DO comes first: an answer is given from the sources before anything is asked further, and the root's is the
plain answer that one call gives. PLAN then asks on, where there is something to ask. The engine runs the loop:
a fresh section is kept, a stale one is written again, a reply is on disk as its section before anything acts on
it, and a person's edit has the phases gone over again. The last step, under the graph's lock, gives the answer
and opens its questions; running it twice changes nothing. The loop stays open until these have ended, and the
same loop is run again for its §5.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from pandora.budget import Budget, level_context, used_of
from pandora.document.body import parse, render
from pandora.document.figures import unfounded_figures
from pandora.document.form import Form, Value
from pandora.document.ids import parse_id
from pandora.document.meta_values import mapping, whole_number
from pandora.document.text_similarity import words
from pandora.engine import prompt as prompts
from pandora.engine.asked_sections import Gathered, GatheredSection, ModelSection, Sections
from pandora.engine.gated_phase import Gate
from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.micro_loop import Phases, run_phases
from pandora.engine.pattern import Phase
from pandora.engine.trust import distrust
from pandora.errors import AwayError, CeilingError, ModelError, UsageError
from pandora.outcome import Outcome, Status
from pandora.questions import question_context
from pandora.questions.citations import borne_out, claims_in, quotes_in, whole_quote
from pandora.questions.contradiction_settlement import settle, sides_of
from pandora.questions.decomposition import Candidate, follow_ups, read_plan, root_questions
from pandora.questions.follow_up_questions import give_answer
from pandora.questions.graph import Graph
from pandora.questions.graph_rules import GraphError
from pandora.questions.node_changes import node_row
from pandora.questions.question_document import DOING, NO_EVIDENCE, answer_text
from pandora.questions.relations import check
from pandora.questions.relevant_statements import bearing_statements, denying_statements
from pandora.questions.staleness import origin_of, rests_on, understood_from
from pandora.questions.table_answer import answer_from_tables, tables_of
from pandora.questions.worker_sources import SOURCE, Shelf, places_in
from pandora.task import Task
from pandora.workspace.full_text import Passage

SIDED, FOUND = ("for", "against"), "found"
"""The fields of an answer's form that hold copied words: of a possible answer, and of any other question."""
UNFOUNDED = "no source holds these figures: {}; answer with figures of the sources"
"""What is wrong with an answer that has figures which no source holds."""


def loop_of(graph: Graph, host: Host, question: str) -> Loop:
    """The loop of a question's document."""
    document = graph.document(question)
    name = parse_id(question)
    row = graph.index.node(question)
    if row is None:
        raise UsageError(f"{question} is no question of its graph; `pandora graph show` lists them")
    given = mapping(document.meta, "budget")
    kept = Budget(**{key: whole_number(given[key]) for key in Budget.__dataclass_fields__ if key in given})
    level = "tool" if name.level == "tool" else "system"
    task = Task(
        row["text"],
        level=level,  # type: ignore[arg-type]
        kind=name.kind or "question",
        run=graph.run,
        parent=row["parent"],
        number=name.number,
        budget=_budget(kept, host, bool(graph.settings().sources)),
    )
    kind = "think_seed" if name.level == "system" else "think_work"
    if sides_of(json.loads(row["metadata"])):
        kind = "think_settle"
    pattern = host.library.load("tool", kind)
    return Loop(host, task, pattern, document, used_of(document.meta), stored=document)


def _budget(kept: Budget, host: Host, has_sources: bool) -> Budget:
    """The budget of a question: with sources, all of the model's context, so that what fits is shown."""
    if has_sources:
        return replace(kept, context=host.model.context).scaled(host.model.context)
    usual = replace(kept, context=min(kept.context, level_context("tool", kept.context)))
    return usual.scaled(host.model.context)


def run_question(graph: Graph, host: Host, question: str, phases: Phases) -> Outcome:
    """Run the loop of a question as far as `phases` go; the engine keeps what is fresh, and writes how it ends.

    A model that is away and a ceiling of the graph are no fault of the question: they raise AwayError and
    CeilingError, and its loop stays open. Attempts in which the model failed are made again as in every loop; a
    loop that failed raises ModelError, and goes on when it is run again.
    """
    stops: list[AwayError | CeilingError] = []

    def as_it_is_now(loop: Loop) -> Sections[str | Outcome]:
        graph.read(question)  # a person may have reworded it, or changed it while it was worked on
        loop.task = replace(loop.task, text=node_row(graph, question)["text"])
        try:
            result = phases(loop)
            return (yield from result) if isinstance(result, Generator) else result
        except (AwayError, CeilingError) as stop:
            stops.append(stop)
            return Outcome(loop.id, Status.RUNNING, reason=str(stop))

    outcome = run_phases(loop_of(graph, host, question), as_it_is_now, retries=True)
    if stops:
        raise stops[0]
    if outcome.status is Status.FAILED:
        raise ModelError(outcome.reason)
    return outcome


def work(graph: Graph, host: Host, question: str, worker: str) -> tuple[str, ...]:
    """Work on a claimed question: answer it, connect it, open its follow-up questions; this ends the claim.

    Returns the questions that it opened.
    """
    opened: list[tuple[str, ...]] = []

    def phases(loop: Loop) -> Sections[Outcome]:
        yield understand(graph, loop)
        loop.take_edits(before=3)
        answer = yield from do(graph, loop)
        loop.flush()  # others compare with it, and CHECK reads it in its document
        loop.take_edits(before=4)
        comparison = yield from check(graph, loop, answer)
        candidates = yield from plan(graph, loop, answer)
        loop.flush()
        opened.append(give_answer(graph, loop, worker, answer, candidates, comparison))
        return Outcome(loop.id, Status.RUNNING, reason="it goes on when the questions below it have ended")

    run_question(graph, host, question, phases)
    return opened[-1]


def understand(graph: Graph, loop: Loop) -> GatheredSection:
    """§1: the question and its context, which is gathered again only when something in it has changed."""
    phase, row = loop.host.library.phase(loop.pattern, "understand"), node_row(graph, loop.id)
    policy = loop.host.policy

    def gather() -> Gathered:
        share = loop.task.budget.context - question_context.REPLIES
        if not graph.settings().sources:
            share = int(loop.task.budget.context * question_context.SHARE)
        limit = share - loop.host.count(loop.task.text)
        gathered = question_context.gather_context(graph, row, max(100, limit), loop.host.count, policy)
        distrust(loop, gathered.strangers)
        text = loop.host.redact(gathered.text)
        rests = {**gathered.rests, **rests_on(graph.index, row)}
        body = render(phase.form, {"task": loop.task.text, "context": text})
        return Gathered(body, origin_of(rests), {"answer": {"rests": rests}})

    return GatheredSection("understand", understood_from(graph, row, loop.document, policy), gather)


def context_parts(loop: Loop) -> list[str]:
    """§1 as prompt parts, sources first, so that questions with the same sources share a prompt prefix."""
    body = loop.document.body(1)
    sources = "".join(
        "".join(f"{line.removeprefix('  ')}\n" for line in match[0].rstrip("\n").split("\n"))
        for match in SOURCE.finditer(f"{body}\n")
    )
    rest = prompts.part(1, SOURCE.sub("", f"{body}\n").rstrip("\n"))
    return [f"# SOURCES\n{sources}".rstrip("\n"), rest] if sources else [rest]


def plan(graph: Graph, loop: Loop, answer: str) -> Sections[list[Candidate]]:
    """§2, after the answer: the questions whose answers would make it more certain, or change it."""
    if loop.task.parent is None:
        sourced = bool(graph.settings().sources)
        # With sources, what the answer rests on stands above it.
        first_answer = (claims_in(answer) or [answer])[0] if sourced else answer
        parts = [*_grounds(graph, loop), f"First answer: {first_answer}"]
        return (yield from root_questions(graph, loop, parts))
    return (yield from follow_ups(graph, loop, [*context_parts(loop), f"Answer: {answer}"], answer))


def _grounds(graph: Graph, loop: Loop) -> list[str]:
    """What the root's possible answers are named from: the task, and what §3 says that bears on it.

    Where §3 names nothing, or a program may compute from tables, that is all of §1.
    """
    bearing = str(parse(DOING, loop.document.body(3)).values.get("bears on it", ""))
    quotes = list(dict.fromkeys(quoted_words for quoted_words, _ in quotes_in(bearing)))
    if not quotes or question_context.shelf_of(graph, loop.host.policy).tables:
        return context_parts(loop)
    quote_lines = "\n".join(f"- {line}" for line in quotes)
    return [prompts.part(1, f"Task: {loop.task.text}"), f"The sources say:\n{quote_lines}"]


def do(graph: Graph, loop: Loop) -> Sections[str]:
    """§3: the answer, with its evidence: quotes that code has found in the sources, or a program over tables.

    An answer below the root is tried again where it has figures that no source holds.
    """
    phase = loop.host.library.phase(loop.pattern, "do")
    shelf = question_context.shelf_of(graph, loop.host.policy)
    metadata = json.loads(node_row(graph, loop.id)["metadata"])
    tables = tables_of(metadata)
    if tables and (yield from answer_from_tables(loop, tables, shelf.digest_of(tables))):
        pass
    elif sides := sides_of(metadata):
        yield from settle(loop, phase, context_parts(loop), sides, _shown(loop, shelf), shelf)
    elif loop.task.parent is None:
        mend = functools.partial(_with_support, loop=loop, shelf=shelf)
        yield ModelSection(phase, phase.form, context_parts(loop), mend=mend)
    else:
        about = str(metadata.get("about", ""))
        others = (
            [candidate for candidate in _possible_answers(graph, loop) if candidate != about] if about else []
        )
        yield _answer_with_copies(loop, phase, shelf, about, others)
    text = answer_text(loop.document)
    if not text:
        raise GraphError(
            f"{loop.document.path}: §3 has no answer; write one after 'Answer:', or empty the section"
        )
    return text


def _with_support(values: Mapping[str, Value], loop: Loop, shelf: Shelf) -> Mapping[str, Value]:
    """The root's values: each sentence of its answer once, the statements of the sources that bear them out,
    those that bear on the task, which the answer may have passed over, and those that deny something."""
    claims = claims_in(str(values.get("answer", "")))
    if len(claims) > 1 and not claims[-1].endswith((".", "!", "?", ":")):
        claims.pop()  # the reply was cut at its limit
    values = {**values, "answer": "\n".join(claims)}
    if not shelf.paths:
        return values
    quotes = dict.fromkeys(
        statement.quote for claim in claims for statement in borne_out(claim, shelf.statements)
    )
    sought = (loop.task.text, shelf.statements, shelf.passages, str(values["answer"]))
    bearing, denying = bearing_statements(*sought), denying_statements(*sought)
    distrust(loop, [statement.path for statement in (*bearing, *denying) if statement.stranger])
    given = {
        "evidence": quotes,
        "bears on it": [statement.quote for statement in bearing],
        "not so": [statement.quote for statement in denying],
    }
    return {**values, **{key: loop.host.redact("\n".join(told)) or NO_EVIDENCE for key, told in given.items()}}


def _possible_answers(graph: Graph, loop: Loop) -> tuple[str, ...]:
    """The possible answers of the root that a question below it may be about."""
    seed = loop.host.library.load("tool", "think_seed")
    return read_plan(loop.host.library.phase(seed, "plan").form, graph.document(graph.root)).answers


def _answer_with_copies(
    loop: Loop, phase: Phase, shelf: Shelf, about: str, others: Sequence[str]
) -> ModelSection:
    """Have the model copy what bears on the question, and answer from it; only what a source holds is kept.

    `about` is the possible answer that the question is about, if any; what speaks of one of the `others` alone
    is no evidence on it.

    An answer with figures that no source holds is an attempt that failed.
    """
    sourced = bool(shelf.passages)
    copied = () if not sourced else SIDED if about else (FOUND,)
    form = Form(tuple(field for field in phase.form.fields if field.key not in {*SIDED, FOUND} - {*copied}))
    shown, parts = _shown(loop, shelf), context_parts(loop)

    def mend(values: Mapping[str, Value]) -> Mapping[str, Value]:
        return _with_found_evidence(values, shown, shelf, about, others) if sourced else values

    def faults(body: str) -> list[str]:
        return _doubtful_figures(loop, body) if sourced else []

    return ModelSection(phase, form, parts, mend=mend, gate=Gate(faults, UNFOUNDED))


def _doubtful_figures(loop: Loop, body: str) -> list[str]:
    """The figures in the answer of a §3 that §1 does not hold."""
    answer = str(parse(DOING, body).values.get("answer", ""))
    return unfounded_figures(answer, [loop.document.body(1)])


def _shown(loop: Loop, shelf: Shelf) -> list[Passage]:
    """The passages that §1 holds."""
    places = set(places_in(loop.document.body(1)))
    return [passage for passage in shelf.passages if passage.place in places]


def _with_found_evidence(
    values: Mapping[str, Value], shown: Sequence[Passage], shelf: Shelf, about: str, others: Sequence[str]
) -> Mapping[str, Value]:
    """The values with each copied line as a quote from its source, or as `NO_EVIDENCE`; each on one side."""
    mended, known, none = dict(values), set[str](), {"line": NO_EVIDENCE}
    for key in (*SIDED, FOUND):
        copies = values.get(key)
        if isinstance(copies, list):
            lines = [_found_in(copy["line"], shown, shelf) for copy in copies]
            lines = [NO_EVIDENCE if _speaks_of_another(line, about, others) else line for line in lines]
            mended[key] = [{"line": line} for line in dict.fromkeys(lines) if line not in known] or [none]
            known |= {*lines} - {NO_EVIDENCE}
    return mended


def _speaks_of_another(line: str, about: str, others: Sequence[str]) -> bool:
    """True where a quote names another possible answer and says nothing of this one."""
    named = words(line)
    return any(
        own <= named and not (words(about) - words(other)) & named
        for other in others
        if (own := words(other) - words(about))
    )


def _found_in(copy: str, shown: Sequence[Passage], shelf: Shelf) -> str:
    """The quote of what a model copied; of its own wording, the statement that holds all that it says."""
    if quote := whole_quote(copy, shown, shelf.statements):
        return quote
    statements = borne_out(copy, shelf.statements)
    return statements[0].quote if len(statements) == 1 else NO_EVIDENCE
