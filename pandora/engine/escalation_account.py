"""What an escalated run tells a person: what was tried, what speaks against the best candidate, what to do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pandora.disk.run_documents import Run
from pandora.document.body import indent
from pandora.document.fill import one_line
from pandora.document.history import attempts
from pandora.document.ids import order, parse_id
from pandora.document.state_document import Document
from pandora.document.step_lines import preview, read_step_lines
from pandora.engine.candidates import Candidate, tries_of
from pandora.engine.experiment_verdicts import refusal_in
from pandora.engine.loop import Loop
from pandora.engine.plan import innermost
from pandora.errors import PandoraError
from pandora.outcome import Status

SHOWN_LINES = 10
"""The most lines of the best candidate's output that are shown; the rest is in its document."""
_SAME = 80
"""Of so many characters two reasons are the same; the rest of a long one may be cut differently."""
_ISSUES = re.compile(r"^Issues: *(\S.*)$", re.M)


@dataclass(frozen=True)
class PlacedCandidate:
    """A candidate, and where it stands: the document of its operation and its number there, from 1."""

    candidate: Candidate
    document: Document
    number: int

    @property
    def document_id(self) -> str:
        """The id of the operation's document."""
        return str(self.document.meta["id"])


def account_of(loop: Loop, partial: str, lacking: bool = False) -> str:
    """Return the account of an escalated root loop: lines for its §5, or "" where nothing was tried yet.

    `partial` is the partial result that §5 shows already. `lacking` tells that `system/` lacks something.
    """
    if loop.task.level != "system":
        return ""
    tried = list(_attempt_lines(loop.document))
    best = best_candidate(loop, partial)
    if not tried and best is None:
        return ""
    lines = ["Tried:", *(f"  {number}. {line}" for number, line in enumerate(tried, 1))] if tried else []
    if best is not None:
        lines += _candidate_lines(loop, best, partial, tried)
    return "\n".join([*lines, *_ways_on(loop.task.run, best, lacking)])


def called_in(loop: Loop) -> list[str]:
    """The names of what the steps of a loop's attempts called, each once."""
    bodies = [bodies.get(3, "") for bodies in attempts(loop.document).values()]
    steps = (step for body in bodies for step in read_step_lines(body).values())
    return list(dict.fromkeys(step.action for step in steps))


def _attempt_lines(document: Document) -> Iterator[str]:
    """A line for each attempt that came to §3: what its steps called and what came of it; equal ones once."""
    tried: Counter[tuple[str, str]] = Counter()
    for bodies in attempts(document).values():
        steps = read_step_lines(bodies.get(3, "")).values()
        if called := ", ".join(dict.fromkeys(step.action for step in steps)):
            came = _issue(bodies.get(4, "")) or preview("; ".join(step.result for step in steps))
            tried[called, came] += 1
    for (called, came), times in tried.items():
        yield f"{called}{f' ({times} attempts alike)' if times > 1 else ''}: {came}"


def _issue(check: str) -> str:
    """What §4 of a document has against its result; "" where there is none."""
    issues = _ISSUES.search(check)
    return "" if issues is None or issues[1].strip().lower() == "none" else preview(innermost(issues[1]))


def best_candidate(loop: Loop, partial: str) -> PlacedCandidate | None:
    """Return the candidate that came furthest in any attempt of a run; None where no try has a result.

    First comes one that gave the partial result, then one of an accepted loop, then one that worked, then the
    one of which the most relations held, then the latest.
    """

    def rank(placed: PlacedCandidate) -> tuple[object, ...]:
        result = placed.candidate.result
        assert result is not None
        return (
            result.ok and result.text.strip() == partial.strip() != "",
            placed.document.meta.get("status") == Status.ACCEPTED.value,
            result.ok,
            len(result.held),
            order(parse_id(placed.document_id)),
            placed.number,
        )

    return max(_candidates(loop), key=rank, default=None)


def _candidates(loop: Loop) -> Iterator[PlacedCandidate]:
    """Every candidate with a result in the operations of the loop's run; broken documents are left out."""
    run = Run(loop.host.store, loop.task.run)
    for document_id in loop.host.workspace.run_documents(loop.task.run):
        name = parse_id(document_id)
        if name.level != "operation":
            continue
        with suppress(PandoraError):
            document = run.load(document_id)
            form = loop.host.library.phase(loop.host.library.load(name.level, name.kind), "do").form
            tried = tries_of(document, form, loop.host.store)
            for number, candidate in enumerate(tried.candidates, 1):
                if candidate.result is not None:
                    yield PlacedCandidate(candidate, document, number)


def _candidate_lines(loop: Loop, best: PlacedCandidate, partial: str, tried: Sequence[str]) -> Iterator[str]:
    """Where the best candidate stands, what it gave, and what speaks against it; of `tried` nothing again."""
    result = best.candidate.result
    assert result is not None
    refusal = None if result.ok else refusal_in(result.text)
    worked = "" if result.ok else ", which was refused" if refusal else ", which failed"
    text = refusal[1] if refusal else result.text.strip()
    what = "the partial result, from " if text == partial.strip() else ""
    yield f"Best candidate: {what}Candidate {best.number} of {best.document_id}.md{worked}"
    if text and not what:
        lines = text.split("\n")
        left = len(lines) - SHOWN_LINES
        shown = lines[:SHOWN_LINES] + ([f"[… {left} more lines]"] if left > 0 else [])
        yield f"It gave:{indent(chr(10).join(shown))}"
    if refusal:
        reason, _, altered = refusal
        yield f"Against it: {reason} (on an altered copy of the data it gives: {altered})"
        return
    accepted = best.document.meta.get("status") == Status.ACCEPTED.value
    against = _issue((loop.document if accepted else best.document).body(4))
    if against and one_line(text) not in against.split(": ", 1):
        same = [number for number, line in enumerate(tried, 1) if against[:_SAME] in line]
        yield f"Against it: {against.split(': ')[0]} (see {same[-1]}.)" if same else f"Against it: {against}"


def _ways_on(run: str, best: PlacedCandidate | None, lacking: bool) -> Iterator[str]:
    """What a person can do, with the commands."""
    yield "To go on, do one of these:"
    yield f'  pandora answer {run} "what to do differently"   (a new attempt begins that knows your words)'
    yield f"  pandora edit {run}:plan   (write the steps yourself; the run goes on when you save)"
    if best is not None:
        yield f"  pandora show {best.document_id}:do   (look at the best candidate and the others)"
    if lacking:
        yield '  pandora grow "WHAT IT DOES" --examples FILE   (have a tool built for tasks like this one)'
