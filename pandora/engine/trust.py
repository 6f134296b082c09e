"""Clean what a loop takes in: untrusted text is quoted and marks the loop for good, secrets are removed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from pandora.document.fill import one_line
from pandora.document.quote import quoted, sources_of, without_marks
from pandora.document.step_lines import Step
from pandora.engine.loop import Loop
from pandora.regular_file import read_whole
from pandora.workspace.operation_context import Result
from pandora.workspace.staged_copy import COPIED

MOST, LONGEST = 12, 200
"""The most untrusted sources that a document names, and the most characters of each."""


def distrust(loop: Loop, sources: Iterable[str]) -> None:
    """Mark the loop as made from untrusted text; policy treats its effects as untrusted from now on."""
    marked = list(sources_of(loop.document.meta))
    named = (one_line(quoted(source))[:LONGEST] or "unknown" for source in sources)
    new = [source for source in dict.fromkeys(named) if source not in marked]
    if new and len(marked) < MOST:
        loop.save(untrusted=[*marked, *new][:MOST])


def mark_by_task(loop: Loop) -> None:
    """Mark the loop where its task was made from strangers' words, unless it is marked already."""
    if loop.task.untrusted and not sources_of(loop.document.meta):
        distrust(loop, loop.task.untrusted)


def sources_for_child(loop: Loop, steps: Iterable[Step]) -> tuple[str, ...]:
    """Return the untrusted sources of a child's task: those of §1 and §2, and of `steps`, which it is shown.

    What other steps read does not count, so that a child has the same mark whenever it is looked at.
    """
    shares_task = loop.task.untrusted or any(loop.record(number).trust for number in (1, 2))
    step_sources = [source for step in steps for source in step.untrusted]
    return tuple(dict.fromkeys([*(loop.untrusted if shares_task else ()), *step_sources]))


def sources_of_child(loop: Loop, child: str) -> tuple[str, ...]:
    """The sources that a child's document names; a person's edit of its result does not take them away."""
    store = loop.host.store
    return sources_of(store.load(child).meta) if store.exists(child) else ()


def cleaned_result(loop: Loop, result: Result) -> Result:
    """A handler's result as a document and a prompt may hold it: quoted where untrusted, without secrets."""
    if result.untrusted:
        distrust(loop, result.untrusted)
    redact = loop.host.redact
    text, note = redact(result.text), redact(result.note)
    if loop.untrusted:
        text, note = quoted(text), quoted(note)
    lookup = result.lookup and result.lookup.cleaned(
        lambda words: without_marks(redact(words)) if loop.untrusted else redact(words)
    )
    kept = {name: value for name, value in result.kept.items() if not redact.found_in(value)}
    calls = {redact(call): redact(outcome) for call, outcome in result.calls.items()}
    result = replace(result, text=text, note=note, kept=kept, lookup=lookup, calls=calls)
    odd = [change.path for change in result.changes if not change.path.isprintable()]
    if odd:
        problem = f"it made a file whose name is not one line of text: {odd[0]!r}"
        return replace(result, ok=False, text=problem, changes=())
    for change in result.changes:
        if change.content is None:
            continue
        secrets = redact.found_in(change.content)
        if secrets and not _stood_there_before(loop, change.path, change.before, secrets):
            problem = f"{change.path} would hold the value of {', '.join(sorted(secrets))}; nothing was written"
            return replace(result, ok=False, text=problem, changes=())
    return result


def _stood_there_before(loop: Loop, path: str, before: str, secrets: set[str]) -> bool:
    """Return True if the file contained these secrets before the change, so that a person put them there."""
    try:
        data = read_whole(path, COPIED, inside=loop.host.workspace.root) if before else b""
    except OSError:
        return False
    same = hashlib.sha256(data).hexdigest() == before
    return same and secrets <= loop.host.redact.found_in(data)
