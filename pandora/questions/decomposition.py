"""PLAN of a question: which questions its answer leaves, for the root those about each possible answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pandora.document.body import Parsed, parse
from pandora.document.figures import unfounded_figures
from pandora.document.fill import one_line
from pandora.document.form import Form, Group, Value
from pandora.document.records import by_person
from pandora.document.state_document import Document
from pandora.document.text_similarity import SAME_QUESTION, likeness
from pandora.engine.asked_sections import CodeSection, ModelSection, Sections
from pandora.engine.loop import Loop
from pandora.questions import question_context
from pandora.questions.citations import OPEN, without_places
from pandora.questions.contradiction_settlement import SETTLE, may_settle
from pandora.questions.doubt_signals import doubt_signal
from pandora.questions.graph import Graph
from pandora.questions.graph_rules import INTENSITIES
from pandora.questions.node_changes import node_row
from pandora.questions.question_document import evidence_text
from pandora.questions.relations import clashes_found
from pandora.questions.table_answer import TABLES, number_columns

SIDES = "think_sides"
COMPUTE = "compute"
COLUMN, NO_COLUMN = "of column", "none of these"
"""The blank for the column of the tables that is added up, and its choice where rows are counted."""
ANSWER_MARK = "ANSWER"
"""What stands for a possible answer in the questions of `sides.md`."""
MOST_TENSIONS = 1
"""The most contradictions of the sources that a root asks about; the others are told as open."""
_TEMPLATE = re.compile(r"^(?P<intensity>[a-z]+), (?P<scope>each|once|open): (?P<text>\S.*)$", re.M)
_ASKS_FOR = re.compile(r"^Asks for: (.*?)(?: \([\d.]+\))?$", re.M)
_QUOTATION = re.compile("[“”]")
_NUMBERED = re.compile(r"^\s*\d+[.)]\s*")


@dataclass(frozen=True)
class Candidate:
    """A question that might be opened, and the metadata of its node."""

    text: str
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class RootPlan:
    """§2 of a root: its possible answers, that of the first answer first, and the questions about them."""

    answers: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


def read_plan(form: Form, document: Document) -> RootPlan:
    """The plan in §2 of a root's document, as the model or a person wrote it."""
    return _plan_of(parse(form, document.body(2)))


def _plan_of(parsed: Parsed) -> RootPlan:
    items = parsed.values.get("possible answers", [])
    answers = [one_line(item.get("line", "")) for item in items] if isinstance(items, list) else []
    lines = str(parsed.values.get("questions", "")).split("\n")
    questions = [one_line(_NUMBERED.sub("", line)) for line in lines]
    return RootPlan(
        tuple(dict.fromkeys(answer for answer in answers if answer)),
        tuple(dict.fromkeys(question for question in questions if question)),
    )


def asked_for(plan: str) -> str:
    """What §2 of a root says that the task asks for, such as `a decision`; "" where it does not."""
    match = _ASKS_FOR.search(plan)
    return match[1] if match else ""


def root_questions(graph: Graph, loop: Loop, parts: Sequence[str]) -> Sections[list[Candidate]]:
    """§2 of the root: the model names the possible answers, and code makes the questions about them.

    The likeliest contradiction of the sources is asked about, too, where a third statement may settle it, and
    what a program is to compute from tables. A possible answer says nothing of a figure that no source holds.
    """
    phase = loop.host.library.phase(loop.pattern, "plan")
    shelf = question_context.shelf_of(graph, loop.host.policy)
    tables = shelf.tables
    given: Mapping[str, Value] = {} if tables else {COMPUTE: "none", COLUMN: NO_COLUMN}
    names = number_columns(tables, graph.workspace.root)
    form = phase.form.with_given(*given).bind(columns=[*names, NO_COLUMN])
    likeliest = clashes_found(graph, loop)[:MOST_TENSIONS]
    tensions = [clash for clash in likeliest if may_settle(clash, shelf.statements)]
    intensity = graph.settings().intensity
    templates, known = _templates(loop, intensity), loop.document.body(1)
    slot = form["possible answers"].slot

    def mend(values: Mapping[str, Value]) -> Mapping[str, Value]:
        items = values.get("possible answers", [])
        lines = [one_line(item["line"]) for item in items] if isinstance(items, list) else []
        lines = [_QUOTATION.sub("", without_places(line)) for line in lines]  # it stands in quotation marks
        answers = [_without_figures(line, unfounded_figures(line, [known])).strip(" ,;:") for line in lines]
        answers = [answer or "…" for answer in answers]
        compute = _before_figures(_compute(values), known)
        computed = _computed({**values, COMPUTE: compute})
        firm = [clash.question for clash in tensions] + ([computed] if computed else [])
        room = INTENSITIES[intensity].seeds[0] - len(likeliest) - bool(computed)
        unique = list(dict.fromkeys(answers))
        questions = [*firm, *_about(unique, templates)[: max(0, room)]]
        enough = isinstance(slot, Group) and len(unique) >= slot.low
        return {
            **values,
            "possible answers": [{"line": answer} for answer in (unique if enough else answers)],
            COMPUTE: compute or "none",
            "questions": "\n".join(f"{n}. {text}" for n, text in enumerate(questions, 1)),
        }

    parsed = yield ModelSection(phase, form, parts, given, mend)
    planned, computed = _plan_of(parsed), _computed(parsed.values)
    by_text = {clash.question: clash for clash in tensions}
    candidates = []
    for text in planned.questions:
        if text in by_text:
            metadata: dict[str, Any] = {"tension": True, SETTLE: list(by_text[text].sides)}
        elif tables and text == computed:
            metadata = {TABLES: list(tables)}
        else:
            about = next((one for one in planned.answers if f"“{one}”" in text), "")
            metadata = {"about": about} if about else {}
            if (OPEN, text) in templates:
                metadata = {OPEN: True}
        candidates.append(Candidate(text, {"proxy_signal": "seed", **metadata}))
    return candidates


def _without_figures(line: str, figures: Sequence[str]) -> str:
    """A possible answer with `…` for each of the figures: what is made up may not be chosen."""
    for figure in figures:
        line = re.sub(rf"(?<![\d.,]){re.escape(figure)}(?![\d])", "…", line)
    return line


def _before_figures(line: str, known: str) -> str:
    """What is to be computed, without a result: a small model writes one that it made up behind it."""
    made_up = unfounded_figures(line, [known])
    return re.split(rf"(?<![\d.,]){re.escape(made_up[0])}", line)[0].rstrip(" =:,–-([") if made_up else line


def _computed(values: Mapping[str, Value]) -> str:
    """The question that a program answers, with the column that it is about; "" where nothing is computed."""
    compute, column = _compute(values), one_line(str(values.get(COLUMN, "")))
    return f"{compute}: from the column {column}" if compute and column not in ("", NO_COLUMN) else compute


def _compute(values: Mapping[str, Value]) -> str:
    """What is to be computed from the tables; "" where nothing is."""
    given = one_line(str(values.get(COMPUTE, ""))).rstrip(" .")
    return "" if given.casefold() in ("", "none", "nothing") else given


def _templates(loop: Loop, intensity: str) -> list[tuple[str, str]]:
    """The questions of `sides.md` for an intensity, as (`each`, `once` or `open`, text)."""
    part = loop.host.library.load("tool", SIDES).file.parts.get("QUESTIONS")
    matches = _TEMPLATE.finditer(part.text) if part else ()
    return [(match["scope"], match["text"].strip()) for match in matches if match["intensity"] == intensity]


def _about(answers: Sequence[str], templates: Sequence[tuple[str, str]]) -> list[str]:
    """The questions about each possible answer, then those about all."""
    lines = [
        text.replace(ANSWER_MARK, answer) for answer in answers for scope, text in templates if scope == "each"
    ]
    return [*lines, *(text for scope, text in templates if scope != "each")]


def follow_ups(graph: Graph, loop: Loop, parts: Sequence[str], answer: str) -> Sections[list[Candidate]]:
    """§2 below the root: the model is asked for more questions only where code sees that something is open.

    That is a doubt in the answer of a graph without sources: with them, all was there to be read. At the
    graph's depth nothing is asked.
    """
    phase = loop.host.library.phase(loop.pattern, "plan")
    signal = doubt_signal(answer)
    if evidence_text(loop.document):
        signal = ""  # all that the sources say was there to be read: asking them again adds nothing
    deepest = node_row(graph, loop.id)["depth"] >= graph.settings().depth
    asked = phase.by == "model" and by_person(loop.document, 2)
    if not asked and (not signal or deepest):
        why = "the graph is as deep as it may be" if deepest else "nothing in the answer is open"
        body = f"Questions: none, {why}\n"
        yield CodeSection("plan", body, ("plan", body))
        return []
    parsed = yield ModelSection(phase, phase.form, parts)
    items = parsed.values.get("questions", [])
    lines = [one_line(item.get("line", "")) for item in items] if isinstance(items, list) else []
    return [Candidate(line) for line in lines if line and likeness(line, loop.task.text) < SAME_QUESTION]
