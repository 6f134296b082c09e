"""The synthesizer: brings findings together; code looks up what each of its sentences rests on.

It sees the facts that the extractors found, with their quotes. A sentence that no fact supports is left out and
listed. A single fact is the answer as it is, and without any, no model is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pandora.document.fill import one_line
from pandora.document.form import Form, Value
from pandora.document.text_segments import sentences
from pandora.engine import prompt as prompts
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import run_phases
from pandora.engine.phase import by_code, by_model
from pandora.outcome import Outcome, Status
from pandora.research.claim_support import says_more, strongest, support
from pandora.research.knowledge_base import Fact
from pandora.research.materials import Materials, phase_of
from pandora.research.report_part import Claim, Part, part_text, read_part
from pandora.task import Task

STATED = ("answer", "fact", "summary")
"""The kinds of facts that say what a source says; the others are leads to further research."""
MOST_FACTS = 12
"""The most facts that a synthesizer is shown: the surest ones."""
SEVERAL = 3
"""From so many facts on, a synthesizer is asked what stands out and what is connected."""
CITED = 2
"""The most facts that one claim names."""


@dataclass(frozen=True)
class Findings:
    """What a synthesizer brings together: facts, and the parts of the tasks below, if there are any."""

    facts: tuple[Fact, ...] = ()
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Synthesis:
    """How a synthesizer ended, and the part of the report that it wrote."""

    outcome: Outcome
    part: Part


def synthesize(task: Task, host: Host, materials: Materials, findings: Findings) -> Synthesis:
    """Write the part of the report on a task from findings; for one or none, no model is asked."""
    facts = _surest(findings.facts)

    def phases(loop: Loop) -> str:
        phase = phase_of(loop, "understand")
        listed = "\n".join(map(_finding, _labels(facts), facts)) or "none"
        by_code(loop, phase, phase.form, {"task": task.text, "findings": listed})
        if not facts:
            return part_text(Part(task.text, missing=(task.text,)))
        values = _ask_model(loop, materials, facts) if len(facts) > 1 else {"answer": facts[0].text}
        return part_text(_checked(loop, facts, values))

    loop = open_loop(task, host)
    outcome = run_phases(loop, phases)
    if outcome.status is not Status.ACCEPTED:
        claims = tuple(Claim(one_line(fact.text), (fact.id,)) for fact in facts[:SEVERAL])
        missing = () if claims else (task.text,)
        return Synthesis(outcome, Part(task.text, claims, missing=missing, parts=findings.parts))
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


def _ask_model(loop: Loop, materials: Materials, facts: Sequence[Fact]) -> Mapping[str, Value]:
    phase = phase_of(loop, "do", materials.field)
    form = phase.form.bind(first=_labels(facts), second=_labels(facts))
    if len(facts) < SEVERAL:
        form = Form(tuple(field for field in form.fields if field.key == "answer"))
    return by_model(loop, phase, form, [prompts.part(1, loop.document.body(1))], {}).values


def _checked(loop: Loop, facts: Sequence[Fact], values: Mapping[str, Value]) -> Part:
    """The part with what code found support for; §4 lists it, and what was left out."""
    task, left_out = loop.task.text, list[str]()
    claims: list[Claim] = []
    for sentence in sentences(one_line(str(values.get("answer", "")))):
        claim = _supported(facts, sentence, task) if says_more(sentence, task) else None
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


def _supported(facts: Sequence[Fact], sentence: str, task: str) -> Claim | None:
    """The claim with the facts that it rests on; None where none supports it."""
    texts = ["\n".join((fact.text, *(citation.quote for citation in fact.citations))) for fact in facts]
    if places := strongest(sentence, texts, task):
        return Claim(sentence, tuple(facts[place].id for place in places[:CITED]))
    for count in range(2, min(4, len(texts)) + 1):  # a sentence may join several facts
        if support(sentence, "\n".join(texts[:count]), task).enough:
            return Claim(sentence, tuple(fact.id for fact in facts[:count]))
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
