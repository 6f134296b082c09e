"""What an escalated run tells a person: what was tried, what speaks against the best candidate, what to do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from pandora.disk.run_documents import Run
from pandora.document.body import indent
from pandora.document.fill import one_line
from pandora.document.history import attempts
from pandora.document.ids import order, parse_id
from pandora.document.links import parent_of
from pandora.document.state_document import Document
from pandora.document.step_lines import StepLine, preview, read_step_lines
from pandora.document.task_text import task_of
from pandora.engine.attempt_history import innermost
from pandora.engine.candidates import Candidate, tries_of
from pandora.engine.experiment_verdicts import reason_in, refusal_in
from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern
from pandora.engine.refused_changes import put_back
from pandora.errors import Ceiling, PandoraError
from pandora.operations.test import passed_count
from pandora.outcome import Status
from pandora.programs.help import Role, Try
from pandora.programs.help_kinds import help_named
from pandora.programs.parsed_program import ends_with_raised_error
from pandora.workspace.operation_context import Result

SHOWN_LINES = 10
"""The most lines of the best candidate's output that are shown; the rest is in its document."""
SHOWN_REASONS = 3
"""The most reasons of an operation's tries that are told."""
LONGEST_REASON = 160
"""The most characters of each; the whole one stands in the operation's document."""
UNSOLVED = "not solved in "
"""What the reason of a run begins with that gave up after several attempts."""
_ISSUES = re.compile(r"^Issues: *(\S.*)$", re.M)
_WRITTEN: tuple[Role, ...] = ("answer", "content")
"""What an argument is that is the result itself."""
_NOTHING = Result(False, "")


@dataclass(frozen=True)
class PlacedCandidate:
    """A candidate, and where it stands: the document of its operation and its number there, from 1.

    `pattern` is the operation's. `delivers` is False for what only looks something up, or reports. `votes` are
    the tries of the run that gave the same, itself included, and `passed` the tests that it passes.
    """

    candidate: Candidate
    document: Document
    number: int
    pattern: Pattern
    delivers: bool = True
    votes: int = 0
    passed: int = 0

    @property
    def document_id(self) -> str:
        """The id of the operation's document."""
        return str(self.document.meta["id"])


@dataclass(frozen=True)
class Tried:
    """What came of one attempt: what each operation came to in a line (`heads`), and all `lines` about it.

    `operations` are the ids of these operations; attempts that differ in them alone are alike.
    """

    heads: tuple[str, ...]
    lines: tuple[str, ...]
    operations: frozenset[str] = field(default=frozenset(), compare=False)


@dataclass(frozen=True)
class Account:
    """The account of an escalated root loop: lines for its §5, and in a line each what its attempts came to.

    `ceiling` is what ended the run, if one did.
    """

    text: str = ""
    heads: tuple[str, ...] = ()
    ceiling: Ceiling | None = None

    def reason(self, reason: str) -> str:
        """A reason without the part of it that the account tells at length."""
        if self.heads and self.ceiling is not None:
            return f"{self.ceiling} is reached"
        for head in self.heads:
            before, found, _ = reason.partition(f"{head}: ")
            if found:
                return before.removesuffix(": ") if before.startswith(UNSOLVED) else f"{before}{head}"
        return reason


def account_of(
    loop: Loop,
    partial: str,
    lacking: bool = False,
    ceiling: Ceiling | None = None,
    stays: Sequence[str] = (),
) -> Account:
    """Return the account of an escalated root loop, which is empty where nothing was tried yet.

    `partial` is the partial result that §5 shows already. `lacking` tells that `system/` lacks something.
    `ceiling` is what ended the run, if one did. `stays` says in a line each why refused changes stay.
    """
    if loop.task.level != "system":
        return Account()
    candidates = _with_votes(loop, list(_candidates(loop)))
    tried = list(_attempts(loop, candidates))
    best = best_candidate(candidates, partial)
    if not tried and best is None:
        return Account()
    lines = ["Tried:"] if tried else []
    for number, attempt in enumerate(tried, 1):
        first, *rest = attempt.lines
        lines += [f"  {number}. {first}", *(f"     {line}" for line in rest)]
    if best is not None:
        lines += _candidate_lines(loop, best, partial, tried)
    paths: list[str] = []
    with suppress(PandoraError):  # a document that somebody broke is told elsewhere
        paths = put_back(loop)
    lines += [f"Put back as before the run: {', '.join(paths)}"] * bool(paths)
    lines += [f"Not put back: {reason}" for reason in stays]
    lines += _ways_on(loop.task.run, best, lacking, ceiling, bool(paths))
    return Account("\n".join(lines), tuple(head for attempt in tried for head in attempt.heads), ceiling)


def called_in(loop: Loop) -> list[str]:
    """The names of what the steps of a loop's attempts called, each once."""
    bodies = [bodies.get(3, "") for bodies in attempts(loop.document).values()]
    steps = (step for body in bodies for step in read_step_lines(body).values())
    return list(dict.fromkeys(step.action for step in steps))


def _attempts(loop: Loop, candidates: Sequence[PlacedCandidate]) -> Iterator[Tried]:
    """What came of each attempt that came to §3; what was alike is told once, with how often it was."""
    run = Run(loop.host.store, loop.task.run)
    tried: Counter[Tried] = Counter()
    operations: dict[Tried, frozenset[str]] = {}
    for bodies in attempts(loop.document).values():
        steps = read_step_lines(bodies.get(3, "")).values()
        if told := _failed_operations(run, steps, candidates):
            tried[told] += 1
            operations[told] = operations.get(told, frozenset()) | told.operations
        elif called := ", ".join(dict.fromkeys(step.action for step in steps)):
            came = _issue(bodies.get(4, "")) or preview("; ".join(step.result for step in steps))
            tried[Tried((came,), (f"{called}: {came}",))] += 1
    for told, times in tried.items():
        (first, *rest) = told.lines
        name, colon, head = first.partition(": ")
        alike = f"{name} ({times} attempts alike){colon}{head}" if times > 1 else first
        yield replace(told, lines=(alike, *rest), operations=operations.get(told, frozenset()))


def _failed_operations(
    run: Run, steps: Iterable[StepLine], candidates: Sequence[PlacedCandidate]
) -> Tried | None:
    """What came of the operations below an attempt's steps that were not accepted; None where all were."""
    heads, lines, told = [], [], set()
    for step in steps:
        operations: dict[str, list[PlacedCandidate]] = {}
        for placed in candidates:
            if placed.document.meta.get("status") != Status.ACCEPTED.value and _is_below(
                run, placed, step.child
            ):
                operations.setdefault(placed.document_id, []).append(placed)
        for those in operations.values():
            head = _head(those[0].document)
            told.add(those[0].document_id)
            heads.append(head)
            lines += [f"{step.action}: {head}", *_reasons(those)]
    return Tried(tuple(heads), tuple(lines), frozenset(told)) if lines else None


def _is_below(run: Run, placed: PlacedCandidate, child: str) -> bool:
    """Whether a candidate's operation is the child of a step, or below it."""
    above: str | None = placed.document_id
    with suppress(PandoraError):
        while above and above != child:
            above = parent_of(run.load(above))
    return bool(child) and above == child


def _head(operation: Document) -> str:
    """What an operation came to, without the reasons of its tries."""
    came = _issue(operation.body(4)) or operation.body(5).split("\n")[0].removeprefix("Escalated: ")
    return came.partition(": ")[0] or "it did not end"


def _reasons(candidates: Sequence[PlacedCandidate]) -> Iterator[str]:
    """What each try of an operation gave or why it failed, the most frequent first, each once."""
    came = Counter(_outcome(placed.candidate) for placed in candidates)
    for reason, times in came.most_common(SHOWN_REASONS):
        yield f"- {f'{times} times: ' if times > 1 else ''}{reason}"
    if (left := len(came) - SHOWN_REASONS) > 0:
        yield f"- and {left} more"


def _outcome(candidate: Candidate) -> str:
    """What a try gave, or why it failed, in one line."""
    assert candidate.result is not None
    line = one_line(candidate.result.text if candidate.ok else reason_in(candidate.result.text)) or "nothing"
    line = line if len(line) <= LONGEST_REASON else f"{line[:LONGEST_REASON].rstrip()}…"
    return f"it gave {line}" if candidate.ok else line


def _issue(check: str) -> str:
    """What §4 of a document has against its result; "" where there is none."""
    issues = _ISSUES.search(check)
    return "" if issues is None or issues[1].strip().lower() == "none" else preview(innermost(issues[1]))


def best_candidate(candidates: Iterable[PlacedCandidate], partial: str) -> PlacedCandidate | None:
    """Return the candidate that came furthest in any attempt of a run; None where no try has a result.

    First comes one that delivers something, then one that worked, then one of an accepted loop, then the one
    that most tries of the run gave, then one that gave the partial result. Of those that failed, the one that
    passes most tests comes first, then one that a check refused. Then comes the one of which the most relations
    held, and then the latest.
    """

    def rank(placed: PlacedCandidate) -> tuple[object, ...]:
        result = placed.candidate.result
        assert result is not None
        return (
            placed.delivers,
            result.ok,
            placed.document.meta.get("status") == Status.ACCEPTED.value,
            placed.votes,
            result.ok and result.text.strip() == partial.strip() != "",
            placed.passed,
            refusal_in(result.text) is not None,
            not (placed.candidate.unread or ends_with_raised_error(result.text)),
            len(result.held),
            order(parse_id(placed.document_id)),
            placed.number,
        )

    return max(candidates, key=rank, default=None)


def _candidates(loop: Loop) -> Iterator[PlacedCandidate]:
    """Every candidate with a result in the operations of the loop's run; broken documents are left out."""
    run = Run(loop.host.store, loop.task.run)
    for document_id in loop.host.workspace.run_documents(loop.task.run):
        name = parse_id(document_id)
        if name.level != "operation":
            continue
        with suppress(PandoraError):
            document = run.load(document_id)
            pattern = loop.host.library.load(name.level, name.kind)
            form, operation = loop.host.library.phase(pattern, "do").form, loop.host.operation(pattern)
            delivers = not (operation.looks_up or pattern.keys.get("reports"))
            tried = tries_of(document, form, loop.host.store)
            for number, candidate in enumerate(tried.candidates, 1):
                if candidate.result is not None:
                    passed = passed_count(candidate.result.text) if operation.tested else 0
                    yield PlacedCandidate(candidate, document, number, pattern, delivers, passed=passed)


def _with_votes(loop: Loop, candidates: Sequence[PlacedCandidate]) -> list[PlacedCandidate]:
    """The candidates, each that worked with how many tries of the same operation and task gave the same."""
    worked: dict[tuple[str, str], list[PlacedCandidate]] = {}
    for placed in candidates:
        if placed.candidate.ok:
            worked.setdefault((placed.pattern.name, task_of(placed.document)), []).append(placed)
    counted = {id(placed): placed for placed in candidates}
    for alike in worked.values():
        pattern = alike[0].pattern
        roles = loop.host.operation(pattern).roles
        tries = [Try(one.candidate.arguments, one.candidate.result or _NOTHING, roles) for one in alike]
        work = replace(loop.work, rules=frozenset(pattern.evidence))
        for placed, agreement in zip(
            alike, help_named(pattern.keys.get("help")).agree(work, tries), strict=False
        ):
            counted[id(placed)] = replace(placed, votes=len(agreement.tries))
    return list(counted.values())


def _written_text(loop: Loop, placed: PlacedCandidate) -> str:
    """The words or the content that a try wrote for a person, as its arguments have them; "" for a program."""
    roles = loop.host.operation(placed.pattern).roles
    written = (placed.candidate.arguments.get(name, "") for name in roles if roles[name] in _WRITTEN)
    return next((text.strip() for text in written if text.strip()), "")


def _candidate_lines(loop: Loop, best: PlacedCandidate, partial: str, tried: Sequence[Tried]) -> Iterator[str]:
    """Where the best candidate stands, what it gave, and what speaks against it; of `tried` nothing again."""
    result = best.candidate.result
    assert result is not None
    refusal = None if result.ok else refusal_in(result.text)
    if not result.ok and refusal is None and (written := _written_text(loop, best)):
        refusal = (result.text.strip(), written, written)  # a text stands in its arguments
    worked = "" if result.ok else ", which was refused" if refusal else ", which failed"
    text = refusal[1] if refusal else result.text.strip()
    what = "the partial result, from " if text == partial.strip() else ""
    yield f"Best candidate: {what}Candidate {best.number} of {best.document_id}.md{worked}"
    if text and not what:
        lines = text.split("\n")
        left = len(lines) - SHOWN_LINES
        shown = lines[:SHOWN_LINES] + ([f"[… {left} more lines]"] if left > 0 else [])
        yield f"{'It gave' if result.ok or refusal else 'It ended with'}:{indent(chr(10).join(shown))}"
    if refusal:
        reason, gave, beside = refusal
        yield f"Against it: {reason}" + (f" (compared with: {beside})" if beside != gave else "")
    elif result.ok:
        accepted = best.document.meta.get("status") == Status.ACCEPTED.value
        against = _issue(_check_of(loop, best) if accepted else best.document.body(4))
        if against and one_line(text) not in against.split(": ", 1):
            head = against.partition(": ")[0]
            same = [
                (best.document_id in attempt.operations, number)
                for number, attempt in enumerate(tried, 1)
                if head in attempt.heads
            ]
            yield f"Against it: {head} (see {max(same)[1]}.)" if same else f"Against it: {against}"


def _check_of(loop: Loop, placed: PlacedCandidate) -> str:
    """§4 of the attempt whose step a candidate's operation carried out; of the last one where none did."""
    run = Run(loop.host.store, loop.task.run)
    for bodies in attempts(loop.document).values():
        if any(_is_below(run, placed, step.child) for step in read_step_lines(bodies.get(3, "")).values()):
            return bodies.get(4, "")
    return loop.document.body(4)


def _ways_on(
    run: str, best: PlacedCandidate | None, lacking: bool, ceiling: Ceiling | None, taken: bool
) -> Iterator[str]:
    """What a person can do, with the commands."""
    yield "To go on, do one of these:"
    if ceiling is not None:
        enough = 2 * max(ceiling.limit, ceiling.least)
        yield f"  pandora resume {run} --{ceiling.name} {enough}   (with more than now)"
    else:
        yield f'  pandora answer {run} "what to do differently"   (a new attempt begins that knows your words)'
    yield f"  pandora edit {run}:plan   (write the steps yourself; the run goes on when you save)"
    if best is not None:
        yield f"  pandora show {best.document_id}:do   (look at the best candidate and the others)"
    if taken:
        yield f"  pandora undo --redo {run}   (write what was put back once more, as the last attempt had it)"
    if lacking:
        yield '  pandora grow "WHAT IT DOES" --examples FILE   (have a tool built for tasks like this one)'
