"""CHECK of a question: answers that repeat or contradict others, and contradictions of the sources.

A small model finds contradictions and agreements anywhere. So code looks first: for answers that say the
same, and for statements of the sources that give two values of one thing, which the model may then deny.
Where there are no sources, a relation that the model sees between two answers counts only if code sees it,
too, or if a second judgement, which does not know the first, names both subjects, calls them the same, and
agrees with it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

from pandora.document.body import Parsed, parse
from pandora.document.form import Field, Form, Slot
from pandora.document.quote import quoted
from pandora.document.state_document import Document
from pandora.document.statement_relation import SAME_STATEMENT, visible_relation
from pandora.document.text_similarity import likeness
from pandora.engine.asked_sections import Addition, CodeSection, ModelSection, Sections
from pandora.engine.loop import Loop
from pandora.engine.pattern import Library, Phase
from pandora.engine.trust import distrust
from pandora.outcome import Status
from pandora.questions import question_context
from pandora.questions.child_loop import filled_below, run_below
from pandora.questions.citations import quotes_in, quotes_of, without_places
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row
from pandora.questions.node_changes import node_row
from pandora.questions.question_document import evidence_text, in_one_lineage
from pandora.questions.source_contradictions import Clash, clashes

CONFIRM = "think_confirm"
"""The pattern of the loop that judges two answers a second time."""
LEAST_LIKENESS = 0.3
"""The least likeness of two answers that the model compares."""
LEAST_PROBABILITY = 0.6
"""The least probability at which a choice of the model counts."""
SAME_SUBJECT = 0.5
"""The least likeness of the model's names for two subjects that count as the same."""
REPEATS = "repeats"
"""The relation of an answer to one that says the same, and the key of its metadata that names that one."""
MOST_PAIRS = 4
"""The most pairs of statements that the model judges."""
SURE = 0.8
"""The least probability at which the model's denial of a contradiction that code found counts."""
_PAIR = re.compile(r"^Pair \d+:", re.M)


@dataclass(frozen=True)
class Comparison:
    """A relation to another answer, whose id is `other`, the reason for it, and whether it `holds`."""

    relation: str = "unrelated"
    other: str = ""
    because: str = ""
    holds: bool = False


def check(graph: Graph, loop: Loop, answer: str) -> Sections[Comparison]:
    """§4: how the answer stands to others; of the root, which statements of the sources contradict each other.

    Code sees where an answer repeats another: from other words of the sources, both agree; else it is no
    answer of its own, and never a contradiction. Only without sources does the model compare answers:
    contradictions of sources are looked for in the sources.
    """
    if loop.task.parent is None:
        yield from judge_clashes(graph, loop, answer)
        return Comparison()
    phase = loop.host.library.phase(loop.pattern, "check")
    metadata = json.loads(node_row(graph, loop.id)["metadata"])
    between = metadata.get("boundary") or metadata.get("tension")  # the question is about such a pair already
    repeated = None if between else _repeated_answer(graph, loop, answer)
    sourced = bool(graph.settings().sources)
    judged = phase.by == "model" and not between and not sourced and repeated is None
    other = _answer_to_compare(graph, loop, answer) if judged else None
    if other is None:
        comparison = repeated or Comparison(because="no other answer says the same" if sourced else "")
        made_of = ("check", answer, comparison.relation, comparison.other)
        because = comparison.because or "no other answer is near"
        relation = "agree" if comparison.relation == REPEATS else comparison.relation
        body = f"Relation: {relation}\nBecause: {because}\n"
        yield CodeSection("check", body, made_of, keys={"near": comparison.other})
        return comparison
    above = graph.index.node(other["parent"])
    their_question, theirs = str(above["text"]) if above else "", str(other["text"])
    if strangers := question_context.strangers_of(graph, other["id"]):
        distrust(loop, strangers)
        theirs = quoted(theirs)
    parts = [f"Question: {loop.task.text}\nAnswer: {answer}"]
    parts.append(f"Other question: {their_question}\nOther answer: {theirs}")
    parsed = yield ModelSection(phase, phase.form, parts)
    sure = parsed.probabilities.get("relation", 1.0) >= LEAST_PROBABILITY
    relation = str(parsed.values.get("relation")) if sure else "unrelated"
    comparison = Comparison(relation, other["id"], str(parsed.values.get("because", "")))
    if relation == "unrelated":
        return comparison
    confirmed = str(parsed.values.get("confirmed") or "")
    if loop.record(4).human:
        return replace(comparison, holds=not confirmed.startswith("no"))
    if not confirmed:
        turned = [f"First question: {their_question}\nFirst answer: {theirs}"]
        turned.append(f"Second question: {loop.task.text}\nSecond answer: {answer}")
        confirmed = _second_judgement(loop, relation, answer, str(other["text"]), turned)
        yield Addition("check", phase.form, {"confirmed": confirmed})
    return replace(comparison, holds=confirmed.startswith("yes"))


def _repeated_answer(graph: Graph, loop: Loop, answer: str) -> Comparison | None:
    """The answer of another question that this one repeats; None where it says something of its own."""
    row = node_row(graph, loop.id)
    mine = _quoted_words(graph, loop.id)
    for question, other in question_context.nearest_answers(graph, row, question_context.NEAR * 2, answer):
        if REPEATS in json.loads(other["metadata"]) or not says_the_same(answer, str(other["text"])):
            continue
        theirs = _quoted_words(graph, question["id"])
        above = in_one_lineage(loop.id, question["id"])
        if mine and theirs and not mine & theirs:
            because = f"{question['id']} says the same, from other words of the sources"
            return Comparison("agree", other["id"], because, holds=not above)
        if above and mine - theirs:
            continue  # it bears out the answer above it with words that this one does not have
        return Comparison(
            REPEATS, other["id"], f"{question['id']} says the same, from the same words or from none"
        )
    return None


def says_the_same(one: str, other: str) -> bool:
    """True where two answers have nearly all words in common, the small ones included, and the same figures."""
    tokens = [set(re.findall(r"\w+", text.casefold())) for text in (one, other)]
    alike = len(tokens[0] & tokens[1]) >= SAME_STATEMENT * len(tokens[0] | tokens[1])
    return alike and bool(visible_relation("agree", one, other))


def _quoted_words(graph: Graph, question: str) -> set[str]:
    return {words for words, _ in quotes_in(evidence_text(graph.document(question)))}


def judge_clashes(graph: Graph, loop: Loop, answer: str) -> Sections[None]:
    """§4 of the root: the pairs of statements that code found to clash, and what the model says of each."""
    pairs = _candidate_clashes(graph, loop)
    if not pairs:
        because = "no two statements of the sources give different values of one thing"
        body = f"Relation: unrelated\nBecause: {because}\n"
        yield CodeSection("check", body, ("check", answer))
        return
    phase, form = _clash_phase(loop.host.library, len(pairs))
    parts = [
        without_places(f"Pair {number}\nFirst: {pair.first.quote}\nSecond: {pair.second.quote}")
        for number, pair in enumerate(pairs, 1)
    ]
    distrust(loop, [side.path for pair in pairs for side in (pair.first, pair.second) if side.stranger])
    given = {
        f"pair {number}": f"{pair.first.quote} against {pair.second.quote}"
        for number, pair in enumerate(pairs, 1)
    }
    yield ModelSection(phase, form, parts, given)


def clashes_found(graph: Graph, loop: Loop) -> list[Clash]:
    """The contradictions of the sources that stand in §4 of the root: found by code, and not denied by the
    model."""
    pairs = _candidate_clashes(graph, loop)
    if not pairs:
        return []
    clashes = held_clashes(loop.host.library, loop.document)
    return [pair for pair in pairs if pair.sides in clashes]


def held_clashes(library: Library, root: Document) -> list[tuple[str, str]]:
    """The sides of the contradictions in §4 of a root, as quotes."""
    count = len(_PAIR.findall(root.body(4)))
    _, form = _clash_phase(library, count)
    judged = parse(form, root.body(4))
    sides = [quotes_of(str(judged.values.get(f"pair {number}", ""))) for number in range(1, count + 1)]
    return [
        (pair[0], pair[1]) for number, pair in enumerate(sides, 1) if len(pair) == 2 and _holds(judged, number)
    ]


def _candidate_clashes(graph: Graph, loop: Loop) -> list[Clash]:
    return clashes(question_context.shelf_of(graph, loop.host.policy).statements, loop.task.text)[:MOST_PAIRS]


def _clash_phase(library: Library, count: int) -> tuple[Phase, Form]:
    """The phase that judges pairs, and its form with the fields of each pair."""
    pattern = library.load("tool", "think_clash")
    phase = replace(library.phase(pattern, "do"), name="check")
    fields = []
    for number in range(1, count + 1):
        fields.append(Field(f"Pair {number}", Slot("given", "given")))
        fields += [replace(field, label=f"{field.label} {number}") for field in phase.form.fields]
    return phase, Form(tuple(fields))


def _holds(judged: Parsed, number: int) -> bool:
    """True unless the model is sure that the pair is about two things; a person's choice, without a number, is
    sure."""
    key = f"same thing {number}"
    return judged.values.get(key) != "no" or judged.probabilities.get(key, 1.0) < SURE


def _answer_to_compare(graph: Graph, loop: Loop, answer: str) -> Row | None:
    """The answer to compare with; it is chosen once and stored in the front matter."""
    kept = loop.document.meta.get("near")
    if isinstance(kept, str):
        return graph.index.node(kept) if kept else None
    row = node_row(graph, loop.id)
    best: Row | None = None
    for question, other in question_context.nearest_answers(graph, row, question_context.NEAR * 2, answer):
        if not in_one_lineage(row["id"], question["id"]) and likeness(other["text"], answer) >= LEAST_LIKENESS:
            best = other
            break
    loop.save(near=best["id"] if best else "")
    return best


def _second_judgement(loop: Loop, relation: str, one: str, other: str, parts: list[str]) -> str:
    """Whether the relation holds, and the reason: `yes: …` or `no: …`."""
    if evidence := visible_relation(relation, one, other):
        return f"yes: {evidence}"
    outcome = run_below(loop, CONFIRM, parts, lambda child: _judged_again(child, relation))
    return outcome.output if outcome.status is Status.ACCEPTED else f"no: {outcome.reason}"


def _judged_again(loop: Loop, relation: str) -> Sections[str]:
    """§5 of the second judgement, from what the model says each answer is about."""
    form = loop.host.library.phase(loop.pattern, "do").form
    filled = yield from filled_below(loop, form)
    values, probabilities = filled.values, filled.probabilities
    first, second = str(values["first is about"]), str(values["second is about"])
    if likeness(first, second) < SAME_SUBJECT or values["same thing"] != "yes":
        return f"no: judged again, one is about {first}, the other about {second}"
    expected = "yes" if relation == "agree" else "no"
    sure = (
        min(probabilities.get("both can be true", 1.0), probabilities.get("same thing", 1.0))
        >= LEAST_PROBABILITY
    )
    if not sure or values["both can be true"] != expected:
        return "no: judged again, it came out otherwise"
    return f"yes: judged again, both are about {first}"
