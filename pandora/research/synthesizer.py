"""The synthesizer: brings findings together; code looks up what each of its sentences rests on.

Of a leaf it sees the facts that the extractors found and the passages that retrieval found, as far as its
context goes, so that nothing that one plain call would see is lost on the way. A sentence that neither a fact
nor a passage supports is left out and listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pandora.document.fill import one_line
from pandora.document.form import Form, Value
from pandora.engine import prompt as prompts
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import run_phases
from pandora.engine.phase import by_code, by_model
from pandora.outcome import Outcome, Status
from pandora.research.claim_support import best_quote, says_more, sentences, strongest, support
from pandora.research.knowledge_base import Fact, NewFact
from pandora.research.materials import Materials, phase_of
from pandora.research.quote_gate import check_quote
from pandora.research.report_part import Claim, Part, part_text, read_part
from pandora.research.source_index import FoundPassage
from pandora.task import Task

LEAST_YES = 0.5
"""Without any fact, the least probability of `yes` at which the passages are taken to answer."""
STATED = ("answer", "fact", "summary")
"""The kinds of facts that say what a source says; the others are leads to further research."""
MOST_FACTS = 12
"""The most facts that a synthesizer is shown: the surest ones."""
SEVERAL = 3
"""From so many facts on, a synthesizer is asked what stands out and what is connected."""
CITED = 2
"""The most facts that one claim names."""
BY_CODE = 0.6
"""The confidence of a fact that only a synthesizer found, whose quote code picked out of a passage."""


@dataclass(frozen=True)
class Findings:
    """What a synthesizer brings together: facts, and passages (of a leaf) or the parts of the tasks below."""

    facts: tuple[Fact, ...] = ()
    passages: tuple[FoundPassage, ...] = ()
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Synthesis:
    """How a synthesizer ended, and the part of the report that it wrote."""

    outcome: Outcome
    part: Part


def synthesize(task: Task, host: Host, materials: Materials, findings: Findings) -> Synthesis:
    """Write the part of the report on a task from findings; without any, no model is asked."""
    facts = _surest(findings.facts)

    def phases(loop: Loop) -> str:
        phase = phase_of(loop, "understand")
        listed = "\n".join(map(_finding, _labels(facts), facts)) or "none"
        by_code(loop, phase, phase.form, {"task": task.text, "findings": listed})
        if not facts and not _passages_answer(loop, materials, findings):
            return part_text(Part(task.text, missing=(task.text,)))
        values = _asked(loop, materials, facts, findings)
        return part_text(_checked(loop, materials, facts, findings, values))

    loop = open_loop(task, host)
    outcome = run_phases(loop, phases)
    if outcome.status is not Status.ACCEPTED:
        return Synthesis(outcome, Part(task.text, missing=(task.text,), parts=findings.parts))
    part = read_part(task.text, outcome.output)
    return Synthesis(outcome, replace(part, parts=findings.parts))


def _surest(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    by_id = {fact.id: fact for fact in facts if fact.kind in STATED}
    return tuple(sorted(by_id.values(), key=lambda fact: (-fact.confidence, fact.id))[:MOST_FACTS])


def _labels(facts: Sequence[Fact]) -> list[str]:
    return [f"F{number}" for number in range(1, len(facts) + 1)]


def _finding(label: str, fact: Fact) -> str:
    quotes = " ".join(f"“{one_line(citation.quote)}”" for citation in fact.citations[:CITED])
    return f"{label} [{fact.confidence:.2f}] {one_line(fact.text)} {quotes}"


def _parts(loop: Loop, findings: Findings) -> list[str]:
    """The prompt's parts: as many passages as there is room for, then the task with the findings."""
    task = prompts.part(1, loop.document.body(1))
    room = loop.task.budget.context - loop.host.count(task) - 100
    shown: list[str] = []
    for passage in findings.passages:
        text = f"{passage.source.title or passage.source.path} ({passage.place})\n{passage.shown}"
        room -= loop.host.count(text)
        if room < 0 and shown:
            break
        shown.append(text)
    return ["# SOURCES\n" + "\n\n".join(shown), task] if shown else [task]


def _passages_answer(loop: Loop, materials: Materials, findings: Findings) -> bool:
    """Whether passages answer of which no extractor made a fact: the model's choice, by its probability."""
    if not findings.passages:
        return False
    phase = phase_of(loop, "plan", materials.field)
    parsed = by_model(loop, phase, phase.form, _parts(loop, findings), {})
    chance = parsed.probabilities.get("answered", 1.0)
    return (chance if parsed.values["answered"] == "yes" else 1.0 - chance) >= LEAST_YES


def _asked(loop: Loop, materials: Materials, facts: Sequence[Fact], findings: Findings) -> Mapping[str, Value]:
    phase = phase_of(loop, "do", materials.field)
    form = phase.form.bind(first=_labels(facts), second=_labels(facts))
    if len(facts) < SEVERAL:
        form = Form(tuple(field for field in form.fields if field.key == "answer"))
    return by_model(loop, phase, form, _parts(loop, findings), {}).values


def _checked(
    loop: Loop,
    materials: Materials,
    facts: Sequence[Fact],
    findings: Findings,
    values: Mapping[str, Value],
) -> Part:
    """The part with what code found support for; §4 lists it, and what was left out."""
    task, left_out = loop.task.text, list[str]()
    claims: list[Claim] = []
    for sentence in sentences(one_line(str(values.get("answer", "")))):
        claim = _supported(loop, materials, facts, findings, sentence) if says_more(sentence, task) else None
        if claim is None:
            left_out.append(f"- {sentence}")
        else:
            claims.append(claim)
    if not claims:
        claims = [Claim(one_line(fact.text), (fact.id,)) for fact in facts[:SEVERAL]]
    outliers = _outliers(facts, str(values.get("outlier", "")), left_out)
    connections = _connections(facts, values.get("connections", []), left_out)
    missing = () if claims else (task,)
    part = Part(task, tuple(claims), tuple(outliers), tuple(connections), missing)
    phase = phase_of(loop, "check")
    kept = "\n".join(claim.line for claim in (*claims, *outliers, *connections)) or "none"
    by_code(loop, phase, phase.form, {"kept": kept, "left out": "\n".join(left_out) or "none"})
    return part


def _supported(
    loop: Loop, materials: Materials, facts: Sequence[Fact], findings: Findings, sentence: str
) -> Claim | None:
    """The claim with the facts that it rests on, or a new fact of a passage; None where nothing supports it."""
    texts = ["\n".join((fact.text, *(citation.quote for citation in fact.citations))) for fact in facts]
    task = loop.task.text
    if places := strongest(sentence, texts, task):
        return Claim(sentence, tuple(facts[place].id for place in places[:CITED]))
    for count in range(2, min(4, len(texts)) + 1):  # a sentence may join several facts
        if support(sentence, "\n".join(texts[:count]), task).enough:
            return Claim(sentence, tuple(fact.id for fact in facts[:count]))
    for passage in findings.passages:
        known = f"{task}\n{passage.source.title}\n{passage.source.path}"
        segment = best_quote(sentence, passage.text, known)
        check = check_quote(segment.text, passage.source.digest, materials.index) if segment else None
        if check is not None and check.verdict == "found" and check.place is not None:
            new = NewFact(sentence, check.text, check.place, BY_CODE, "fact")
            stored = materials.knowledge.put(loop.id, passage.source.digest, sentence, [new])
            return Claim(sentence, tuple(fact.id for fact in stored))
    return None


def _outliers(facts: Sequence[Fact], text: str, left_out: list[str]) -> list[Claim]:
    line = one_line(text)
    if not line or line.lower().strip(" .") == "none":
        return []
    places = strongest(line, ["\n".join((fact.text, *(c.quote for c in fact.citations))) for fact in facts])
    if not places:
        left_out.append(f"- {line}")
        return []
    return [Claim(line, (facts[places[0]].id,))]


def _connections(facts: Sequence[Fact], items: Value, left_out: list[str]) -> list[Claim]:
    """The connections that name two different findings and say nothing that neither of them has."""
    by_label = dict(zip(_labels(facts), facts, strict=True))
    claims: list[Claim] = []
    for item in items if isinstance(items, list) else ():
        one, other = by_label.get(item.get("first", "")), by_label.get(item.get("second", ""))
        line = one_line(item.get("line", ""))
        if one is None or other is None or one is other or not line:
            left_out.append(f"- {line} (it does not join two findings)")
            continue
        both = "\n".join((one.text, other.text, *(c.quote for c in (*one.citations, *other.citations))))
        if support(line, both).enough:
            claims.append(Claim(line, (one.id, other.id)))
        else:
            left_out.append(f"- {line}")
    return claims
