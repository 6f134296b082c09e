"""CHECK: code gathers evidence about the result of DO, then §4 is made. What code rejects is not accepted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from pandora.disk.run_documents import Run
from pandora.document.form import Value
from pandora.document.ids import parse_id
from pandora.document.links import children
from pandora.document.meta_values import mappings
from pandora.document.question_lines import pairs
from pandora.document.records import retired_records, try_records
from pandora.document.state_document import NUMBERS, Document
from pandora.engine import prompt as prompts
from pandora.engine.candidates import Tries, tries_of
from pandora.engine.changed_files import changed_files
from pandora.engine.experiment_verdicts import EXEMPT
from pandora.engine.later_attempts import AttemptedOperation, doubts_of_attempt
from pandora.engine.loop import Loop
from pandora.engine.phase import by_code, by_model, counted_sections
from pandora.engine.yes_or_no.text_author import AUTHOR
from pandora.errors import Ceiling
from pandora.operations.registry import Operation
from pandora.outcome import Status
from pandora.programs.change_preview import FileVersions
from pandora.programs.help import Evidence, LoopResults, Try
from pandora.programs.rules.answer_rules import BY_PROGRAM
from pandora.programs.rules.judgement import ONLY_ANSWER


@dataclass(frozen=True)
class Results:
    """The result of DO: the loop's output so far, and the evidence for and against it.

    `ceiling` is the run's limit that stopped a step, if one did: only a higher one lets the step go on.
    """

    output: str
    evidence: tuple[Evidence, ...] = field(default=())
    ceiling: Ceiling | None = None

    @property
    def sound(self) -> bool:
        """True if there is an output and all evidence is for it."""
        return bool(self.output.strip()) and all(fact.ok for fact in self.evidence)

    @property
    def question(self) -> str:
        """What a person must settle first, or ""."""
        return next((fact.question for fact in self.evidence if not fact.ok and fact.question), "")

    @property
    def against(self) -> str:
        """The evidence against the output, on one line; "" if there is none."""
        failures = [fact.statement for fact in self.evidence if not fact.ok]
        return "; ".join(failures) or ("" if self.output.strip() else "there is no output")


def gather_evidence(loop: Loop, results: Results) -> Results:
    """Return the results with the evidence of the loop's Help added, such as files made or the column used.

    Results of an operation come back unchanged: it asked its Help before it wrote anything.
    """
    if loop.task.level == "operation":
        return results
    run = Run(loop.host.store, loop.task.run)
    tries: tuple[Try, ...] = ()
    applied = False
    changed: tuple[FileVersions, ...] = ()
    if loop.task.level == "system" and results.sound:
        tries = tuple(_chosen_tries(loop, _accepted_below(run, loop.document)))
        applied = _changed_files(run)
        if applied:
            changed = tuple(file.versions for file in changed_files(run.store.workspace, loop.id))
    given = LoopResults(
        results.output,
        results.sound,
        tries,
        applied,
        changed,
        by_person=any(record.human for record in (*loop.steps.values(), loop.record(3))),
    )
    evidence = (*results.evidence, *loop.help.evidence(loop.work, given))
    if tries and all(fact.ok for fact in evidence) and not given.by_person and not _is_steered(loop):
        attempt = 1 + _refused_attempts(loop.document)
        evidence += (*doubts_of_attempt(attempt, _accepted_operations(loop, run)),)
    return replace(results, evidence=evidence)


def _refused_attempts(document: Document) -> int:
    """How many earlier attempts had a result that was refused; one in which a reply failed had none.

    Nor had one in which a reader was asked for what only a program finds, or an answer for a change.
    """
    had = sum(NUMBERS["do"] in records for records in retired_records(document).values())
    history = "" if document.history is None else document.text[document.history :]
    issues = re.findall(r"^Issues: .*$", history, re.M)
    return had - min(had, sum(BY_PROGRAM in line or ONLY_ANSWER in line for line in issues))


def _is_steered(loop: Loop) -> bool:
    """True where a person planned this attempt, or answered the question of an earlier one."""
    return loop.record(2).human or any(answer for _, answer in pairs(loop.document.body(1)))


def _accepted_operations(loop: Loop, run: Run) -> Iterator[AttemptedOperation]:
    """The accepted operations of this attempt, in the order of their steps."""
    for document in _accepted_below(run, loop.document):
        for tried, operation in _tries_of(loop, iter((document,))):
            if (candidate := tried.named) is not None:
                by_model = tried.candidates.index(candidate) + 1 in try_records(document)
                pattern = loop.host.library.load("operation", parse_id(str(document.meta["id"])).kind)
                yield AttemptedOperation(
                    str(document.meta["id"]),
                    tried.chosen,
                    candidate,
                    by_model and bool(pattern.evidence),
                    operation.tested,
                    operation.looks_up,
                    AUTHOR in pattern.evidence,
                )


def _accepted_children(run: Run, document: Document) -> Iterator[Document]:
    """The accepted documents that §3 of a document names, each once."""
    for child_id in dict.fromkeys(child_id for child_id, _, _ in children(document)):
        if run.store.exists(child_id):
            child = run.load(child_id)
            if child.meta.get("status") == Status.ACCEPTED.value:
                yield child


def _accepted_below(run: Run, document: Document) -> Iterator[Document]:
    """The accepted children of a document, each with those below it."""
    for child in _accepted_children(run, document):
        yield child
        yield from _accepted_below(run, child)


def _tries_of(loop: Loop, documents: Iterator[Document]) -> Iterator[tuple[Tries, Operation]]:
    """Yield, for each document of an operation, the tries in its §3 and what the operation can do."""
    for document in documents:
        name = parse_id(str(document.meta["id"]))
        if name.level == "operation":
            pattern = loop.host.library.load(name.level, name.kind)
            form = loop.host.library.phase(pattern, "do").form
            yield tries_of(document, form, loop.host.store), loop.host.operation(pattern)


def _chosen_tries(loop: Loop, documents: Iterator[Document]) -> Iterator[Try]:
    """The try that each operation chose."""
    for tried, operation in _tries_of(loop, documents):
        chosen = tried.named
        if chosen is not None and chosen.result is not None:
            yield Try(chosen.arguments, chosen.result, operation.roles)


def _changed_files(run: Run) -> bool:
    """Return True if any document of the run, of any attempt, records file changes that are not undone."""
    for document in run.documents.values():
        if any(not change.get("undone") for change in mappings(document.meta, "applied").values()):
            return True
    return False


def check(loop: Loop, results: Results) -> tuple[str, str]:
    """Make §4; returns the decision (accept, retry or escalate) and its reason."""
    phase = loop.host.library.phase(loop.pattern, "check")
    evidence = "\n".join(f"- {fact}" for fact in results.evidence) or "- none"
    if phase.by == "code" or not results.sound or any(fact.settles for fact in results.evidence):
        values = {
            "evidence": evidence,
            "validation": "pass" if results.sound else "fail",
            "issues": results.against or "none",
            "decision": _decision_of_code(loop, results),
        }
        parsed = by_code(loop, phase, phase.form, values)
    else:
        # Without the run's own name, so that the same results are the same question in every run.
        bodies = {
            number: loop.document.body(number).replace(f"-{loop.task.run}-", "-") for number in phase.reads
        }
        shown_results = f"## §4 CHECK\nEvidence:\n{evidence}\nResult: {results.output}"
        parts = [*prompts.shown(bodies), shown_results]
        made_of = [*prompts.shown(counted_sections(loop, bodies)), shown_results]
        mend = _as_planned if loop.record(2).human else dict
        given = {"evidence": evidence}
        parsed = by_model(
            loop, phase, phase.form, parts, given, mend=mend, weigh=partial(_outweighed, loop), made_of=made_of
        )
    decision, validation = str(parsed.values["decision"]), str(parsed.values["validation"])
    if validation == "fail" and decision == "accept":
        decision = "retry"
    return decision, str(parsed.values.get("issues", "")) or "CHECK did not pass"


SURE_OF_FAIL = 0.6
"""The least probability at which the model's fail counts against results that held on altered copies."""


def _outweighed(
    loop: Loop, values: Mapping[str, Value], probabilities: Mapping[str, float]
) -> Mapping[str, Value]:
    """The check of a result that the model doubts, and whose program held when it was run on altered copies.

    A small model that is not sure knows less than the relations that held. Where some of a result is written,
    or a program was not tried so, its doubt may be about that.
    """
    chance = probabilities.get("validation", 1.0)
    if values.get("validation") != "fail" or chance >= SURE_OF_FAIL or loop.task.level != "system":
        return values
    run = Run(loop.host.store, loop.task.run)
    tries = [*_chosen_tries(loop, _accepted_below(run, loop.document))]
    programs = [one for one in tries if one.argument("program") is not None]
    written = any(one.argument("answer") is not None or one.argument("content") is not None for one in tries)
    if written or not programs or not all(map(_held, programs)):
        return values
    issues = str(values.get("issues", "")).rstrip(".")
    doubt = f"{issues} (the model's doubt, {chance:.2f}; the program held on altered copies)"
    return {**values, "validation": "pass", "issues": doubt, "decision": "accept"}


def _held(attempt: Try) -> bool:
    """True where a relation held for a try; one that the request exempts says nothing for it."""
    return any(f" {EXEMPT} (" not in reason for reason in attempt.result.held)


def _as_planned(values: Mapping[str, Value]) -> Mapping[str, Value]:
    """The check of what a person planned: code found nothing against it, and the person's words rule.

    The model holds it against the words of the task, which the person may have changed in the plan.
    """
    agrees = values.get("decision") == "accept" and values.get("validation") == "pass"
    issues = str(values.get("issues", ""))
    issues = issues if agrees else f"{issues.rstrip('.')} (the model's opinion; a person wrote the plan)"
    return {**values, "validation": "pass", "issues": issues, "decision": "accept"}


def _decision_of_code(loop: Loop, results: Results) -> str:
    """Return the decision that follows from the evidence alone: accept, retry or escalate.

    If a person must settle something, escalate. Any other failure is retried at the system level, which makes
    a new plan, and escalated below it, because operations have used their tries already.
    """
    if results.sound:
        return "accept"
    return "retry" if loop.task.level == "system" and not results.question else "escalate"
