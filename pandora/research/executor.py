"""The executor: carries out a plan, each part of it by an executor, each leaf by extractors and a synthesizer.

It goes over the tasks of a phase until the phase's criteria are met, or its iterations are used up. Going
over a phase adds sources and words a question anew; it never adds an executor. What one time round makes
worse is not taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pandora.document.fill import one_line
from pandora.document.meta_values import mapping
from pandora.document.state_document import digest
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import run_phases
from pandora.engine.phase import by_code
from pandora.engine.questions import Escalate
from pandora.errors import AwayError, DocumentError, Problem
from pandora.outcome import Outcome, Status
from pandora.research.direct_answer import (
    NOTHING_SAID,
    Claimed,
    answer_directly,
    claim_in,
    further_passages,
    is_named,
    other_sentences,
    sentences_for,
    stands_alone,
    with_the_list,
    word_before,
)
from pandora.research.direct_answer import PASSAGES as DIRECT_PASSAGES
from pandora.research.extractor import Extraction, Reading, extract
from pandora.research.fact_comparison import same_question
from pandora.research.knowledge_base import Fact
from pandora.research.listed_amounts import extremes
from pandora.research.materials import Materials, phase_of
from pandora.research.phase_gates import SURE, Measure, measure
from pandora.research.reply_blocks import by_model_in_block, read_blocks
from pandora.research.report_part import Part, part_text, read_part
from pandora.research.research_plan import (
    DIRECT_CALLS,
    MODES,
    MOST_SOURCES,
    PRIORITIES,
    Criteria,
    Leaf,
    Node,
    PlanPhase,
    Problems,
    inner_question,
    plan_text,
    read_plan,
    shape_problems,
    with_answer,
)
from pandora.research.retrieval_report import language_note
from pandora.research.role_children import Delegation
from pandora.research.roles import EXECUTOR, EXTRACTOR, SCOUT, SYNTHESIZER, level_of
from pandora.research.scout import Curation, Search, find_sources
from pandora.research.source_files import Source
from pandora.research.source_index import FoundPassage
from pandora.research.source_sentences import sentences_in
from pandora.research.synthesizer import Findings, Synthesis, synthesize
from pandora.research.windows import Window, key_windows, windows_line
from pandora.task import Task

PASSAGES = 8
"""The passages that retrieval finds for a question, of which the sources of a leaf are taken."""
NEAR_BEST = 0.6
"""The least score of a passage whose source is read the first time, as a share of the best passage's."""
WINDOWS, WINDOW_TOKENS = 3, 450
"""How many windows of a source an extractor reads at most, and the tokens of each."""
DIRECT = 1000
"""Added to the numbers of the blocks of §2 that have a direct answer; those of composed questions are below."""
NEAR_SUREST = 0.8
"""The least confidence of a fact that bears out a direct answer, as a share of that of the surest one."""
PRIOR = 6
"""The most prior findings that a question is composed from."""


@dataclass(frozen=True)
class Report:
    """How an executor ended, the part of the report that it returns, and the facts below it."""

    outcome: Outcome
    part: Part
    facts: tuple[Fact, ...] = ()
    insights: tuple[Fact, ...] = ()


@dataclass
class _Findings:
    """What the tasks of an executor have found so far, by the number of the task."""

    facts: dict[int, tuple[Fact, ...]] = field(default_factory=dict)
    read: dict[int, set[str]] = field(default_factory=dict)
    parts: dict[int, Part] = field(default_factory=dict)
    asked: dict[int, tuple[str, ...]] = field(default_factory=dict)
    passed_over: list[Fact] = field(default_factory=list)
    scouted: tuple[str, ...] = ()
    insights: list[Fact] = field(default_factory=list)


def execute(task: Task, host: Host, materials: Materials, node: Node) -> Report:
    """Carry out the plan of `node`; the person may change it in §2 of the executor's document."""
    loop = open_loop(task, host)
    facts: list[Fact] = []
    insights: list[Fact] = []

    def phases(loop: Loop) -> str:
        facts.clear()
        phase = phase_of(loop, "understand")
        by_code(loop, phase, phase.form, {"task": task.text, "context": "\n".join(task.context) or "none"})
        work = _Work(loop, materials, _plan(loop, node))
        work.carry_out()
        facts.extend(work.facts)
        insights[:] = work.findings.insights
        return part_text(work.part())

    outcome = run_phases(loop, phases)
    if outcome.status is not Status.ACCEPTED:
        return Report(outcome, Part(task.text, missing=(task.text,)), tuple(facts))
    return Report(outcome, read_part(task.text, outcome.output), tuple(facts), tuple(insights))


def _plan(loop: Loop, node: Node) -> Node:
    """The plan of §2: the planner's part, or what a person made of it; its questions composed so far stay.

    Those stand in §2, too, so the section's record does not tell whose the plan is: `plan` in the front matter
    has the digest of what code wrote.
    """
    text = plan_text(node)
    indented = "\n".join(f"  {line}" for line in text.split("\n"))
    lead, blocks = read_blocks(loop.document.body(2))
    own = mapping(loop.document.meta, "plan").get("text")
    theirs = digest(lead.strip()) != own if own else loop.keeps("plan", loop.origin(text))
    if lead.strip() and (theirs or lead.strip() == f"Plan:\n{indented}"):
        loop.keeps(
            "plan", loop.record(2).origin or loop.origin(text)
        )  # what a person wrote is recorded as theirs
    else:
        body = "\n".join((f"Plan:\n{indented}\n", *blocks.values()))
        loop.write("plan", body, "code", loop.origin(text), plan={"text": digest(f"Plan:\n{indented}")})
    plan, problems = plan_in(loop.document.body(2))
    level = level_of(loop.id)
    if plan is not None:
        problems = [*problems, *shape_problems(plan, level)]
    if plan is None or problems:
        raise DocumentError(
            *(
                Problem(loop.document.path, loop.document.line(2, line + 1), message, "mend the plan")
                for line, message in problems
            )
        )
    return plan


def plan_in(body: str) -> tuple[Node | None, Problems]:
    """The plan that the body of an executor's §2 has, without the questions composed below it."""
    lead = read_blocks(body)[0]
    written = [line[2:] if line.startswith("  ") else line for line in lead.split("\n")[1:]]
    return read_plan("\n".join(written).strip("\n"))


class _Work:
    """One pass of an executor over its plan."""

    def __init__(self, loop: Loop, materials: Materials, plan: Node) -> None:
        self.loop, self.materials, self.plan = loop, materials, plan
        self.children = Delegation(loop)
        self.findings = _Findings()
        self._log: list[str] = []
        self._left: int | None = None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts of the tasks, each once; those that a worse time round had found are among them."""
        every = [fact for facts in self.findings.facts.values() for fact in facts]
        return tuple({fact.id: fact for fact in (*every, *self.findings.passed_over)}.values())

    def carry_out(self) -> None:
        """Run the phases one after the other, then the syntheses of the leaves."""
        number = 0
        for place, phase in enumerate(self.plan.phases, 1):
            tasks = {number + offset: task for offset, task in enumerate(phase.tasks, 1)}
            self._run_phase(place, phase, tasks)
            number += len(phase.tasks)
        for place, task in enumerate(self.plan.tasks, 1):
            if isinstance(task, Leaf) and not task.discovery:
                self._synthesize_leaf(place, task)
        phase_check = phase_of(self.loop, "check")
        by_code(self.loop, phase_check, phase_check.form, {"phases": "\n".join(self._log)})

    def part(self) -> Part:
        """What the executor returns: one task's part as it is, two joined, more with a synthesis above."""
        objective = self.loop.task.text
        parts = tuple(part for _, part in sorted(self.findings.parts.items()))
        if len(parts) == 1:
            (only,) = parts
            part = replace(only, objective=objective)
        elif len(parts) == 2:
            part = Part(objective, parts=parts)
        else:
            part = self._synthesize(self._number(), objective, Findings(self.facts, parts=parts))
        self.children.close()
        return part

    def _number(self, task: int = 0) -> str:
        own = self.loop.task.number
        return f"{own}.{task}" if task else own

    def _run_phase(self, place: int, phase: PlanPhase, tasks: Mapping[int, Leaf | Node]) -> None:
        """Go over the tasks of a phase until it is done; each time round says what changed, and why."""
        best: Measure | None = None
        why: tuple[str, ...] = ()
        self._left = phase.criteria.calls or None
        by_priority = sorted(tasks.items(), key=lambda item: (_priority(item[1]), item[0]))
        for iteration in range(1, phase.criteria.iterations + 1):
            before = dict(self.findings.facts)
            delta = [
                line
                for number, task in by_priority
                if (line := self._run_task(number, task, iteration, phase.criteria))
            ]
            if iteration > 1 and not delta:
                self._log.append(f"- phase {place}, iteration {iteration}: there are no more sources; stopped")
                return
            counted = {n: self.findings.facts.get(n, ()) for n, task in tasks.items() if not _scouts(task)}
            now = measure(counted, self.materials.knowledge)
            taken = best is None or not now.worse_than(best)
            change = "; ".join(delta) + (f", because {'; '.join(why)}" if why else "")
            verdict = "taken" if taken else "not taken: it is worse"
            self._log.append(f"- phase {place}, iteration {iteration}: {change} → {now} ({verdict})")
            if taken:
                best = now
            else:
                self.findings.passed_over += [
                    fact for number in tasks for fact in self.findings.facts.get(number, ())
                ]
                self.findings.facts = before
            why = best.unmet(phase.criteria) if best else ()
            if not why:
                self._log.append(f"- phase {place} is done: its criteria are met")
                return
        self._log.append(f"- phase {place} ended with its last iteration: {'; '.join(why)}")

    def _run_task(self, number: int, task: Leaf | Node, iteration: int, criteria: Criteria) -> str:
        """Run a task of a phase; in later iterations only what lacks a finding. Returns what changed."""
        if isinstance(task, Node):
            return self._run_executor(number, task) if iteration == 1 else ""
        if task.discovery:
            return self._run_scout(number, task) if iteration == 1 else ""
        if iteration > 1 and self._has_finding(number, criteria):
            return ""
        return self._read_leaf(number, task, iteration, criteria)

    def _has_finding(self, number: int, criteria: Criteria) -> bool:
        """True where a task's best finding is sure, and stands in as many sources as the phase asks for."""
        facts = self.findings.facts.get(number, ())
        best = max(facts, key=lambda fact: fact.confidence, default=None)
        return best is not None and best.confidence >= SURE and len(best.sources) >= criteria.corroboration

    def _run_executor(self, number: int, node: Node) -> str:
        report = self.children.run(
            EXECUTOR,
            self._number(number),
            node.objective,
            lambda task: execute(task, self.loop.host, self.materials, node),
            lambda report: report.outcome,
            context=self._prior(number),
        )
        self._raise_for(report.outcome)
        self.findings.parts[number] = replace(report.part, objective=node.objective)
        self.findings.facts[number] = report.facts
        self.findings.insights += report.insights
        return f"executor {self._number(number)} gave {len(report.facts)} facts"

    def _run_scout(self, number: int, leaf: Leaf) -> str:
        """Have a scout find the sources of the leaves after it."""
        tasks = self.plan.tasks[number:]
        themes = tuple(
            theme
            for task in tasks
            if isinstance(task, Leaf) and not task.discovery
            for theme in task.questions or (task.objective,)
        )
        curation: Curation = self.children.run(
            SCOUT,
            self._number(number),
            leaf.objective,
            lambda task: find_sources(task, self.loop.host, self.materials, Search(leaf, themes)),
            lambda curation: curation.outcome,
        )
        self._raise_for(curation.outcome)
        self.findings.scouted = tuple(dict.fromkeys((*self.findings.scouted, *curation.digests)))
        return f"scout {self._number(number)} found {len(curation.digests)} sources"

    def _prior(self, number: int) -> tuple[str, ...]:
        """What the surest findings of the tasks before say."""
        return tuple(fact.text for fact in self._known_before(number))

    def _known_before(self, number: int) -> tuple[Fact, ...]:
        """The surest findings of the tasks before."""
        facts = [fact for place, some in self.findings.facts.items() if place < number for fact in some]
        surest = sorted(facts, key=lambda fact: (-fact.confidence, fact.id))[:PRIOR]
        return tuple(fact for fact in surest if fact.confidence >= SURE)

    def _questions(self, number: int, leaf: Leaf, iteration: int) -> tuple[str, ...]:
        """The questions of a leaf: the planner's, else its objective, composed from what was found before."""
        if leaf.questions:
            return leaf.questions
        if name := self._inner_answer(number, leaf):
            return (with_answer(leaf.objective, name),)
        prior = self._prior(number)
        if not prior and iteration == 1:
            return (leaf.objective,)
        loop = self.loop
        compose = replace(
            phase_of(loop, "do", self.materials.field, ("ask",)), name="plan"
        )  # it is written into §2
        known = "\n".join(f"- {line}" for line in prior) or "- nothing yet"
        tried = "".join(
            f"\nAsked before, without an answer: {asked}" for asked in self.findings.asked.get(number, ())
        )
        whole = loop.task.text
        parts = [f"# FINDINGS\n{known}", f"# TASK\n{leaf.objective}\nIt is a part of: {whole}{tried}"]
        block = number * 10 + iteration
        parsed = by_model_in_block(
            loop, block, f"Composed {block}: {leaf.objective}", compose, compose.form, parts
        )
        return (str(parsed.values["ask"]),)

    def _inner_answer(self, number: int, leaf: Leaf) -> str:
        """The name that was found for the question inside a leaf's, if a task before asked just that; or ""."""
        inner = inner_question(leaf.objective)
        for place, task in enumerate(self.plan.tasks[: number - 1], 1):
            sure = [fact for fact in self.findings.facts.get(place, ()) if fact.confidence >= SURE]
            if inner and sure and same_question(task.objective, inner):
                said = max(sure, key=lambda fact: fact.confidence).text
                return "" if stands_alone(said, inner) else said
        return ""

    def _read_leaf(self, number: int, leaf: Leaf, iteration: int, criteria: Criteria) -> str:
        """Read the sources of a leaf that are new in this iteration; returns what was added, or ""."""
        questions = self._questions(number, leaf, iteration)
        new = self._sources(number, leaf, questions, iteration)
        if not new and self._affordable(leaf, questions) == 0:
            self.findings.facts.setdefault(number, ())
            self._log.append(f"- task {number} reads no more: the phase's calls are used up")
            return ""
        self.findings.asked[number] = (*self.findings.asked.get(number, ()), *questions)
        if not new:
            self.findings.facts.setdefault(number, ())
            return "" if iteration > 1 else f"task {number} found no source"
        facts = list(self.findings.facts.get(number, ()))
        failed: list[str] = []
        for place, source in self._numbered(number, new):
            extraction = self._extract(place, source, number, leaf, questions, criteria)
            facts += extraction.facts
            self.findings.insights += extraction.insights
            if extraction.outcome.status is Status.FAILED:
                failed.append(f"{source.path} was not read: {extraction.outcome.reason}")
        if iteration == 1 and MODES[0] in leaf.modes and all(fact.confidence < SURE for fact in facts):
            for place, question in enumerate(questions, 1):
                facts += self._answer_directly(number, place, question, leaf, criteria)
        if len(failed) == len(new):
            raise Escalate(f"no source of {leaf.objective!r} could be read: {failed[0]}")
        self._log += [f"- {line}" for line in failed]
        self.findings.facts[number] = tuple({fact.id: fact for fact in facts}.values())
        return f"task {number} read {len(new)} sources for {'; '.join(questions)!r}"

    def _sources(self, number: int, leaf: Leaf, questions: Sequence[str], iteration: int) -> list[Source]:
        """The sources that retrieval finds for the questions and that no earlier iteration has read.

        The first time, those whose best passage comes near to the best of all, and only such as a scout of this
        executor found, if it has one; later, whatever has a word. Where nothing was found in a source that a
        question names, its answer is looked for in no other.
        """
        index = self.materials.index
        most = self._affordable(leaf, questions)
        unknown = iteration > 1 and not self.findings.facts.get(number)
        earlier = self.findings.read.setdefault(number, set())
        passages: list[FoundPassage] = []
        for question in questions:
            around = self._around(leaf, question)
            only = self.findings.scouted if iteration == 1 else ()
            nearest = index.nearest(question, PASSAGES * iteration, around, only)
            least = nearest[0].score * NEAR_BEST if nearest and iteration == 1 else 0.0
            named = [passage for passage in nearest if unknown and is_named(passage.source, question)]
            passages += named or [passage for passage in nearest if passage.score >= least]
        kept: dict[str, Source] = {}
        for passage in sorted(passages, key=lambda passage: -passage.score):
            if passage.source.digest not in earlier and len(kept) < most:
                kept.setdefault(passage.source.digest, passage.source)
        earlier.update(kept)
        if self._left is not None:
            self._left -= len(kept) * leaf.calls_of_source(len(questions))
        return list(kept.values())

    def _answer_directly(
        self, number: int, place: int, question: str, leaf: Leaf, criteria: Criteria
    ) -> tuple[Fact, ...]:
        """What the model says to a question from the nearest passages, as far as a sentence says it, too.

        Where none says so, it is asked again from others of the source that the question names. Returns the
        facts of the sources that say so most surely; () where none does.
        """
        if inner_question(question):  # what was to be found first was not found
            return ()
        index = self.materials.index
        around, only = self._around(leaf, question), self.findings.scouted
        nearest = index.nearest(question, DIRECT_PASSAGES, around, only)
        further = () if only else further_passages(index, question, around, nearest)
        for turn, passages in enumerate((nearest, *further)):
            if self._left is not None:
                if self._left < DIRECT_CALLS:
                    return ()
                self._left -= DIRECT_CALLS
            if facts := self._said_directly(number, place, turn, question, leaf, criteria, passages):
                return facts
        return ()

    def _said_directly(
        self,
        number: int,
        place: int,
        turn: int,
        question: str,
        leaf: Leaf,
        criteria: Criteria,
        passages: Sequence[FoundPassage],
    ) -> tuple[Fact, ...]:
        """What the model says to a question from these passages, as far as a sentence says it, too."""
        loop, index = self.loop, self.materials.index
        if not passages:
            return ()
        block = DIRECT * (turn + 1) + number * 10 + place
        answer = answer_directly(loop, block, question, passages)
        if not (claim := claim_in(answer, question)):
            return ()
        sources = {passage.source.digest: passage.source for passage in passages}
        asked = (question, claim)
        texts = [
            (source, sentences_in(index.text(digest), self._windows(source, asked)))
            for digest, source in sources.items()
        ]
        foreign = bool(language_note(question, index))
        bearing = sentences_for(claim, question, texts, foreign=foreign)
        reads = [sources[digest] for digest in bearing]
        if listing := with_the_list(question, reads, bearing):
            reads = [listing]
        places = self._numbered(number, reads, f" {place} turn {turn}" if turn else f" {place}")
        extractions = [
            self._extract(
                n,
                source,
                number,
                leaf,
                (question,),
                criteria,
                Claimed(claim, bearing[source.digest], source is reads[0], foreign, word_before(claim, answer)),
            )
            for n, source in places
        ]
        facts = [fact for extraction in extractions for fact in extraction.facts]
        sure = max((fact.confidence for fact in facts), default=0.0)
        held = [fact for fact in facts if fact.confidence >= sure * NEAR_SUREST]
        return (*held, *self._stating_another(number, place, question, leaf, criteria, held))

    def _stating_another(
        self, number: int, place: int, question: str, leaf: Leaf, criteria: Criteria, held: Sequence[Fact]
    ) -> tuple[Fact, ...]:
        """What answers a question with another figure than the surest fact that was found directly."""
        surest = max(held, key=lambda fact: fact.confidence, default=None)
        if surest is None or extremes(quote := surest.citations[0].quote, question):
            return ()
        asked, index = (question, quote), self.materials.index
        near = index.nearest("\n".join(asked), DIRECT_PASSAGES, self._around(leaf, question))
        sources = {passage.source.digest: passage.source for passage in near}
        texts = [
            (source, sentences_in(index.text(digest), self._windows(source, asked)))
            for digest, source in sources.items()
        ]
        others = dict(other_sentences(quote, question, texts))
        extractions = [
            self._extract(n, source, number, leaf, (question,), criteria, Claimed(text, (text,)))
            for n, source in self._numbered(number, list(others), f" {place} other")
            for text in (others[source],)
        ]
        stated = [fact for extraction in extractions for fact in extraction.facts]
        return tuple(fact for fact in stated if fact.confidence >= SURE)

    def _around(self, leaf: Leaf, question: str) -> str:
        """The words that a question stands under: its leaf's, or else the executor's task."""
        return leaf.objective if question != leaf.objective else self.loop.task.text

    def _windows(self, source: Source, questions: Sequence[str]) -> list[Window]:
        """The windows of a source that an extractor reads for questions."""
        asked = "\n".join(questions)
        return key_windows(
            self.materials.index, source.digest, asked, self.loop.host.count, WINDOW_TOKENS, WINDOWS
        )

    def _affordable(self, leaf: Leaf, questions: Sequence[str]) -> int:
        """How many sources a leaf may read now: its own number, or what the phase's calls still reach for.

        What a source costs is reckoned, not counted: a run that goes on where it was killed reads the same.
        """
        most = leaf.sources or MOST_SOURCES  # without a number, all that a scout found
        if self._left is None:
            return most
        return min(most, self._left // leaf.calls_of_source(len(questions)))

    def _numbered(self, number: int, sources: Sequence[Source], read_for: str = "") -> list[tuple[int, Source]]:
        """A number for each source's extractor: the one that it has already, so that the others stay.

        One that reads the source for something else than the others, `read_for`, has another number.
        """
        kept = mapping(self.loop.document.meta, "extractors")
        lead = self._number(number)
        known = {str(value): str(key) for key, value in mapping(kept, lead).items()} if lead in kept else {}
        places: list[tuple[int, Source]] = []
        taken = {int(place) for place in known.values()}
        for source in sources:
            short = source.digest[:16] + read_for
            if short not in known:
                place = next(n for n in range(1, len(taken) + 2) if n not in taken)
                known[short] = str(place)
                taken.add(place)
            places.append((int(known[short]), source))
        entry = {place: digest for digest, place in sorted(known.items(), key=lambda item: int(item[1]))}
        if mapping(kept, lead) != entry:
            self.loop.save(extractors={**kept, lead: entry})
        return places

    def _rubric(self, leaf: Leaf, questions: Sequence[str], spans: str, criteria: Criteria) -> str:
        """What an extractor is to keep to where the planner gave no specification."""
        whole = self.loop.task.text
        lines = [f"questions: {one_line(question)}" for question in questions]
        lines.append(f"scope: {leaf.objective}" + (f" (a part of: {whole})" if whole != leaf.objective else ""))
        return "\n".join((*lines, f"key_spans: {spans}", f"target_confidence: {criteria.confidence:g}"))

    def _extract(
        self,
        place: int,
        source: Source,
        number: int,
        leaf: Leaf,
        questions: tuple[str, ...],
        criteria: Criteria,
        said: Claimed = NOTHING_SAID,
    ) -> Extraction:
        loop = self.loop
        windows = self._windows(source, (*questions, said.claim) if said.claim else questions)
        spans = windows_line(windows, self.materials.index.text(source.digest))
        reading = Reading(
            source,
            tuple(windows),
            questions,
            leaf,
            spans,
            self._rubric(leaf, questions, spans, criteria),
            self._known_before(number),
            said=said,
        )
        extraction: Extraction = self.children.run(
            EXTRACTOR,
            f"{self._number(number)}.{place}",
            leaf.objective,
            lambda task: extract(task, loop.host, self.materials, reading),
            lambda extraction: extraction.outcome,
            untrusted=(source.path,),
        )
        self._raise_for(extraction.outcome)
        return extraction

    def _synthesize_leaf(self, number: int, leaf: Leaf) -> None:
        findings = Findings(self.findings.facts.get(number, ()))
        part = self._synthesize(self._number(number), leaf.objective, findings)
        self.findings.parts[number] = part

    def _synthesize(self, number: str, objective: str, findings: Findings) -> Part:
        loop = self.loop
        paths = [citation.place.path for fact in findings.facts for citation in fact.citations]
        synthesis: Synthesis = self.children.run(
            SYNTHESIZER,
            number,
            objective,
            lambda task: synthesize(task, loop.host, self.materials, findings),
            lambda synthesis: synthesis.outcome,
            untrusted=tuple(dict.fromkeys(paths)),
        )
        self._raise_for(synthesis.outcome)
        return synthesis.part

    def _raise_for(self, outcome: Outcome) -> None:
        """Stop where a ceiling ended a child, or no model answers; else a failure leaves its siblings alone."""
        if outcome.away:
            raise AwayError(outcome.reason)
        if outcome.ceiling is not None:
            raise Escalate(outcome.reason, outcome.output, "", outcome.ceiling)


def _priority(task: Leaf | Node) -> int:
    """In which order the tasks of a phase are done: executors as leaves of a middle priority."""
    return task.priority if isinstance(task, Leaf) else PRIORITIES.index("medium")


def _scouts(task: Leaf | Node) -> bool:
    return isinstance(task, Leaf) and task.discovery
