"""DO at the system and tool levels: each step runs as a child loop, which §3 names before it starts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pandora.disk.store import Store
from pandora.document import step_lines
from pandora.document.ids import Name
from pandora.document.links import children
from pandora.document.meta_values import mappings
from pandora.document.records import (
    Record,
    Standing,
    section_records,
    step_record,
    step_records,
    stored,
    text_standing,
)
from pandora.document.state_document import Document, digest
from pandora.document.step_lines import Step, preview
from pandora.document.task_text import task_of
from pandora.engine.attempt_history import innermost, lessons_of_attempts
from pandora.engine.check import Results
from pandora.engine.fixed_steps import callable_by
from pandora.engine.gathered_files import with_named_files
from pandora.engine.lookups import choose_alternative, finds_of, with_finds, with_sources
from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern
from pandora.engine.plan import texts_by_person
from pandora.engine.questions import Ask
from pandora.engine.step_schedule import Planned, RunLoop, needed_steps, read_planned, run_all
from pandora.engine.task_kind import with_settled_kind
from pandora.engine.trust import distrust, sources_for_child, sources_of_child
from pandora.errors import AwayError, DeniedError, UsageError
from pandora.outcome import Outcome, Question, Status
from pandora.programs.help import Evidence
from pandora.programs.request.asked_parts import separate_requests
from pandora.task import Level, Task


def run_steps(loop: Loop, plan: list[tuple[str, str]], run: RunLoop) -> Results:
    """Run every step that is not fresh, each after those that it needs and where they were accepted.

    A failed step does not stop those that do not need it, and in a pattern's own steps it stops none: they say
    what comes after what, and go on with what there is.

    A result that a person wrote is taken as the step's result; a step whose result they deleted runs again.
    Raises AwayError as soon as a child could not ask its model. After all the steps that can run have ended,
    raises Ask if a child waits for a person, and DeniedError if an effect of a child was refused, because a new
    plan would only ask for it again.
    """
    steps = _StepRuns(loop, plan)
    # Code accepts no result of a plan with a failed step: what needs it would be in vain, and may write files.
    lets_on = () if loop.pattern.steps else (_was_accepted,)
    run_all(steps.needs, steps.begin, run, steps.finish, loop.host, *lets_on)
    done = steps.ended
    outcomes = [outcome for _, outcome in sorted(steps.outcomes.items())]
    for outcome in outcomes:
        if outcome.status is Status.WAITING:
            raise Ask(outcome.question or Question("task", "", outcome.document))
    for outcome in outcomes:
        if outcome.denied:
            raise DeniedError(outcome.reason)
    ceiling = next((outcome.ceiling for outcome in outcomes if outcome.ceiling), None)
    output = _answers(done) if steps.by_parts else _output(done, steps.material)
    results = Results(output, (*_evidence(done), *steps.left_out()), ceiling)
    if enough := loop.pattern.keys.get("enough"):
        results = _with_enough_steps(
            results, done, float(enough), all("{address}" in step for step in loop.pattern.steps)
        )
    if loop.pattern.keys.get("sources"):
        results = replace(results, output=with_sources(loop, results.output, done))
    return results


def _was_accepted(outcome: Outcome) -> bool:
    return outcome.status is Status.ACCEPTED


def _with_enough_steps(results: Results, done: list[Step], share: float, alike: bool) -> Results:
    """Return the results, sound if at least `share` (0 to 1) of the steps were accepted.

    Unless the steps are `alike` (each visits one address), the last step must be accepted too.
    """
    good = [step for step in done if step.status == "accepted"]
    evidence = list(results.evidence)
    if len(good) >= share * len(done) and (alike or not done or done[-1].status == "accepted"):
        reason = f"{len(good)} of {len(done)} steps accepted, which is enough"
        evidence = [fact if fact.ok else Evidence(True, f"left out: {fact.statement}") for fact in evidence]
        evidence.append(Evidence(True, reason))
    output = "\n".join(preview(step.output) for step in good) if alike else results.output
    output = output or ("" if done else "there was no page to visit")
    return replace(results, output=output, evidence=tuple(evidence))


class _StepRuns:
    """The steps of one attempt: which have begun, what they returned, and the lines of §3 that record it."""

    def __init__(self, loop: Loop, plan: list[tuple[str, str]]) -> None:
        self._loop = loop
        self._first = _children_of_earlier_attempts(loop)
        self._menu = menu = callable_by(loop)
        effects = {name: str(pattern.keys.get("effects", "workspace")) for name, pattern in menu.items()}
        self._plan = [
            read_planned(number, action, text, effects.get(action, "system"))
            for number, (action, text) in enumerate(plan, 1)
        ]
        self._theirs = texts_by_person(loop, self._plan)
        self._size = len(plan)
        asked = separate_requests(loop.task.request or loop.task.text) if self._size > 1 else []
        self.by_parts = bool(asked) and [step.text for step in self._plan] == asked
        self._origin = digest(*(part for step in plan for part in step))
        self.needs = needed_steps(self._plan)
        if self.by_parts:  # no question needs the answer to another one
            self.needs = dict.fromkeys(self.needs, frozenset())
        self._before: dict[int, frozenset[int]] = {}
        """The steps that have ended whenever a step begins: those that it needs, and that these need."""
        for number, needed in self.needs.items():
            self._before[number] = needed.union(*map(self._before.__getitem__, needed))
        self._begun: dict[int, Step] = {}
        self._known: dict[int, Step] = {}
        self._keys: dict[int, str] = {}
        self.outcomes: dict[int, Outcome] = {}

    @property
    def material(self) -> set[str]:
        """What the steps called that only looks something up for later steps, or reports to them."""
        called = {step.action: self._menu.get(step.action) for step in self.ended}
        return {
            name
            for name, pattern in called.items()
            if pattern and pattern.level == "operation"
            if self._loop.host.operation(pattern).looks_up or pattern.keys.get("reports")
        }

    @property
    def ended(self) -> list[Step]:
        """The steps that have ended, in the plan's order."""
        return [step for _, step in sorted(self._known.items()) if step.status != "running"]

    def left_out(self) -> Iterator[Evidence]:
        """What is to be said of each step that did not begin, since one that it needs was not accepted."""
        missing = [number for number, outcome in self.outcomes.items() if not _was_accepted(outcome)]
        for number, needed in self.needs.items():
            if number not in self._known:
                first = min(needed & {*missing})
                missing.append(number)
                action = self._plan[number - 1].action
                yield Evidence(False, f"step {number} ({action}) was not begun: it needs step {first}")

    def begin(self, number: int) -> Task | None:
        """Name the step's child in §3 and return the child's task; None if the step's result is there already.

        A person wrote it, or it answers a question that an earlier attempt answered.

        Raises EditedMeanwhile if a person changed the document since the steps were planned.
        """
        self._loop.take_edits(before=4)
        loop, step = self._loop, self._plan[number - 1]
        given = [self._known[needed] for needed in sorted(self.needs[number])]
        if "|" in step.action:
            step = replace(step, action=choose_alternative(loop, step.action, finds_of(loop, given)))
        task = _child_task(loop, self._menu, step, str(self._first + number), given, step.text in self._theirs)
        apart = (str(self._first + other) for other in range(1, number) if other not in self._before[number])
        above = f"{loop.task.number}." if loop.task.number else ""
        task = replace(task, apart=(*task.apart, *(f"{above}{other}" for other in apart)))
        if self.by_parts:
            task = _with_own_question(loop, task, step)
        if loop.task.level == "system" and self._size > 1:
            task = replace(task, part=True, makes=_made_by(number, self._plan, task.makes))
        child = str(Name(task.level, task.kind, task.run, task.number))
        told_to_child = (task.request, task.kind_with_doubt, *task.context)
        if task.files != loop.task.files:
            told_to_child = (*told_to_child, *task.files)
        if task.data:
            told_to_child = (*told_to_child, task.data)
        key = digest(step.action, step.text, *told_to_child, *(earlier.output for earlier in given))
        self._keys[number] = key
        record = loop.steps.get(number)
        stood = step_lines.read_step_lines(loop.document.body(3)).get(number)
        state = Standing.STALE
        if record and stood and stood.action == step.action:
            state = text_standing(record, stood.result, key)
            if state.by_person:
                mark = sources_of_child(loop, stood.child)
                written = Step(number, step.action, stood.child, "accepted", stood.result, untrusted=mark)
                self._known[number] = written
                self._write(number, step_record("human", key, digest(stood.result)))
                return None
        if self.by_parts and (answered := _answered_before(loop, step)):
            self._known[number] = replace(answered, number=number)
            self._write(number, step_record("code", key, digest(preview(answered.output))))
            return None
        there = loop.host.store.exists(child)
        if state is Standing.EMPTY and there:
            empty_results(loop.host.store, child)
        self._begun[number] = begun = Step(number, step.action, child, "running", "")
        if state is not Standing.FRESH or not there:
            self._known[number] = begun  # the lines of a fresh step stay until it has ended
            self._write(number, None)
        loop.flush()
        return task

    def finish(self, number: int, outcome: Outcome) -> None:
        """Write down how the step's child ended.

        Raises EditedMeanwhile if a person changed the document meanwhile. The child then ends again at once,
        because all that it wrote is fresh. Raises AwayError where the model's server could not be asked: no
        other step could be done now, and a new plan would only learn of the server.
        """
        self._loop.take_edits(before=4)
        step = replace(
            self._begun[number],
            status=outcome.status.value,
            output=outcome.output,
            reason=outcome.reason,
            question=outcome.question.text if outcome.question else "",
            untrusted=outcome.untrusted,
        )
        distrust(self._loop, outcome.untrusted)
        self._known[number], self.outcomes[number] = step, outcome
        result = digest(preview(step.output or step.reason))
        self._write(number, step_record("code", self._keys[number], result))
        if outcome.away:
            raise AwayError(outcome.reason)

    def _write(self, number: int, record: Record | None) -> None:
        """Write §3 and the record of step `number` in one durable step.

        The lines of steps that have not begun yet stay as they are, and so does what a person wrote.
        """
        loop = self._loop
        old, steps = loop.document.body(3), loop.steps
        later = {
            later_number: line
            for later_number, line in step_lines.read_step_lines(old).items()
            if later_number not in self._known and later_number <= self._size and later_number in steps
        }
        results = {str(step_number): written.text for step_number, written in steps.items()}
        known_steps = [step for _, step in sorted(self._known.items())]
        body = step_lines.merge_notes(step_lines.lines_of(known_steps, later, old), old, results)
        if old == body and record is None:
            return
        steps = {
            step_number: step_record for step_number, step_record in steps.items() if step_number <= self._size
        }
        if record is not None:
            steps[number] = record
        edit, text = loop.spliced(3, body)
        records = loop.recorded(3, "code", self._origin, text)
        if old == body and steps == loop.steps and records == loop.records:
            return
        loop.save(edit, phase="do", steps=stored(steps), sections=stored(records))


def _output(done: list[Step], material: Collection[str] = ()) -> str:
    """Return the output of the last accepted step; else that of the last escalated step; else "".

    A last step that ends with a question has what there is so far. Where a step was not accepted, what one of
    `material` gave, which only looks up or reports, comes last.
    """
    if done and done[-1].status == "escalated" and done[-1].question and done[-1].output:
        return done[-1].output
    ended = all(step.status == "accepted" for step in done)

    def rank(step: Step) -> tuple[bool, bool, int]:
        return ended or step.action not in material, step.status == "accepted", step.number

    outputs = [step for step in done if step.status in ("accepted", "escalated") and step.output]
    return max(outputs, key=rank).output if outputs else ""


def _answers(done: list[Step]) -> str:
    """Return the outputs of the accepted steps in order, each of which answers a question of its own."""
    return "\n".join(step.output.strip() for step in done if step.status == "accepted")


def _evidence(done: list[Step]) -> list[Evidence]:
    evidence = []
    for step in done:
        ending = f"step {step.number} ({step.action}) {step.status}"
        evidence.append(
            Evidence(
                step.status == "accepted",
                ending + (f": {preview(innermost(step.reason))}" if step.reason else ""),
                step.question,
            )
        )
    return evidence


def _children_of_earlier_attempts(loop: Loop) -> int:
    """Return the last number of a child of earlier attempts; numbers are not used again."""
    return sum(max(step_lines.read_step_lines(attempt), default=0) for attempt in _earlier_attempts(loop))


def _earlier_attempts(loop: Loop) -> list[str]:
    """Return the texts of the attempts in the document's history."""
    if loop.document.history is None:
        return []
    history = loop.document.text[loop.document.history :].replace("\r\n", "\n")
    return re.split(r"^### Attempt \d+$", history, flags=re.M)[1:]


def _times_called(loop: Loop, action: str) -> int:
    """Return how many earlier attempts of a loop had a step that called `action`."""
    called = [
        {line.action for line in step_lines.read_step_lines(attempt).values()}
        for attempt in _earlier_attempts(loop)
    ]
    return sum(action in actions for actions in called)


def _with_own_question(loop: Loop, task: Task, step: Planned) -> Task:
    """The child task of a step that answers one of several questions: it is judged by that question alone.

    An earlier attempt asked all of them at once, and its lessons are not about this one.
    """
    asked_before = len(_askings(loop, step.text))
    return replace(task, request=step.text, context=loop.task.context, repeats=asked_before)


def _askings(loop: Loop, question: str) -> list[Document]:
    """Return the documents of the steps of earlier attempts that asked just this, in order."""
    store = loop.host.store
    lines = (step_lines.read_step_lines(attempt).values() for attempt in _earlier_attempts(loop))
    children_of_steps = [line.child for of_attempt in lines for line in of_attempt if store.exists(line.child)]
    return [child for child in map(store.load, children_of_steps) if task_of(child) == question]


def _answered_before(loop: Loop, step: Planned) -> Step | None:
    """Return the step of an earlier attempt that asked just this and was accepted; None where there is none.

    Where the files changed since the run first read them, it may have answered from what they held before.
    """
    if loop.task.data:
        return None
    for child in reversed(_askings(loop, step.text)):
        if child.meta.get("status") == Status.ACCEPTED.value:
            child_id = str(child.meta["id"])
            mark = sources_of_child(loop, child_id)
            return Step(0, step.action, child_id, "accepted", child.body(5), untrusted=mark)
    return None


_LONGEST_VALUE = 100_000
"""The most characters of an output that is handed on as a value."""


def _gives_value(loop: Loop, menu: Mapping[str, Pattern], step: Step) -> bool:
    """True where an accepted step's output is a value for later steps of the task.

    It is none where the step looked something up or changed files: then it is material or a report. What was
    read out of each text, by a plan with a step for each, always is one.
    """
    if _texts_of_steps(loop):
        return step.status == "accepted"
    pattern = menu.get(step.action)
    if loop.task.level != "system" or step.status != "accepted" or len(step.output) > _LONGEST_VALUE:
        return False
    if pattern and pattern.level == "operation" and loop.host.operation(pattern).looks_up:
        return False
    return bool(step.output.strip()) and not _changed_files(loop.host.store, step.child)


def _changed_files(store: Store, document_id: str) -> bool:
    """True where a document or one below it records changes of files."""
    if not store.exists(document_id):
        return False
    document = store.load(document_id)
    if mappings(document.meta, "applied"):
        return True
    return any(_changed_files(store, child) for child, _, _ in children(document))


def _made_by(number: int, plan: list[Planned], makes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files that step `number` makes: those that it names; the last one also what no step names."""
    named = {path for path in makes for step in plan if _is_named(path, step.text)}
    own = plan[number - 1].text
    return tuple(path for path in makes if _is_named(path, own) or (number == len(plan) and path not in named))


def _is_named(path: str, text: str) -> bool:
    """True where a text has the path by itself, and not as the end or the beginning of a longer one."""
    return re.search(rf"(?<![\w./-])(?:\./)?{re.escape(path)}(?![\w/-]|\.\w)", text) is not None


def _child_task(
    loop: Loop, menu: Mapping[str, Pattern], step: Planned, number: str, given: list[Step], edited: bool
) -> Task:
    """Return the child task of a step, with the outputs of the steps `given` as context.

    If `edited`, a person wrote the step's text: it replaces the request, and the files that it names replace
    those of the task, for the child and those below it; its kind is what these words ask for.
    Where the plan has a step for each text, the child of a step has the texts with which its text begins, and
    all of them where it begins with none. Raises UsageError if the menu does not offer the step's action.
    """
    task, host = loop.task, loop.host
    pattern = menu.get(step.action)
    if pattern is None:
        offered = ", ".join(menu) or "nothing"
        raise UsageError(
            f"{loop.document.path}:{loop.document.sections[2].line}: step calls {step.action!r}; use {offered}"
        )
    level: Level = "tool" if pattern.level == "tool" else "operation"
    outputs = {
        f"step{earlier.number}": earlier.output for earlier in given if _gives_value(loop, menu, earlier)
    }
    answered = task.level == "system" and bool(task.request)  # a person said more: it is begun anew
    shared = [f"step {earlier.number} gave: {preview(earlier.output)}" for earlier in given if earlier.output]
    child = replace(
        task,
        text=step.text,
        level=level,
        kind=pattern.name,
        parent=loop.id,
        number=f"{task.number}.{number}" if task.number else number,
        budget=task.budget.child(host.count(step.text), level),
        context=(*task.context, *shared, *lessons_of_attempts(loop)),
        request=step.text if edited else task.request or task.text,
        untrusted=sources_for_child(loop, given),
        evidence=loop.evidence,
        given={**task.given, **outputs},
        repeats=0 if edited or answered else max(task.repeats, _times_called(loop, step.action)),
    )
    if texts := _texts_of_steps(loop):
        named, _, _ = step.text.partition(": ")
        own = tuple(path for path in texts if path == named or path in named.split(", "))
        return replace(child, files=own or texts, columns=(), context=())
    if edited:
        child = with_settled_kind(loop, with_named_files(loop, child))
    return with_finds(loop, child, pattern, given)


def _texts_of_steps(loop: Loop) -> tuple[str, ...]:
    """The texts for each of which the pattern's plan has a step; () where it has no such steps."""
    alike = any("{file}" in step for step in loop.pattern.steps)
    return loop.pattern.texts(loop.task.files) if alike else ()


_EMPTIED = (3, 4, 5)


def empty_results(store: Store, document_id: str) -> None:
    """Empty §3 to §5 of a document and of all documents below it, the deepest first. Idempotent."""
    document = store.load(document_id)
    for child, _, _ in children(document):
        if store.exists(child):
            empty_results(store, child)

    def edit(old: Document) -> Document:
        records = {
            number: section_record
            for number, section_record in section_records(old).items()
            if number not in _EMPTIED
        }
        keys: dict[str, Any] = {"sections": stored(records)}
        if step_records(old):
            keys["steps"] = {}
        for number in _EMPTIED:
            old = old.splice(number, "")
        return old.with_meta(status=Status.RUNNING.value, **keys)

    store.save(document, edit)
