"""Edits of a pattern that rules find in the documents of a suite's runs, cheapest first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath

from pandora.disk.run_documents import Run
from pandora.disk.store import Store
from pandora.document.body import parse
from pandora.document.form import Form, Group, Slot
from pandora.document.links import facts
from pandora.document.meta_values import mapping
from pandora.document.state_document import Document
from pandora.engine.pattern import MOST_TRIES, SEVERAL, Library, Pattern
from pandora.errors import DocumentError, PandoraError
from pandora.growth.frozen_parts import parts_of
from pandora.outcome import Status

_WORKED = re.compile(r"^Result: ok \(exit ", re.M)


@dataclass(frozen=True)
class Proposal:
    """An edit: one part of one file gets the text `new`, and should mend the tasks `expects`.

    Where `new` is "", the model is asked for a sentence to add; `failed` and `right` are then the documents
    that it sees, as texts.
    """

    path: str
    part: str
    new: str
    cause: str
    expects: tuple[str, ...]
    failed: str = ""
    right: str = ""

    @property
    def title(self) -> str:
        """The edit on one line."""
        what = f"{self.part} of {self.path}" if " of " not in self.part else f"{self.path}, {self.part}"
        return f"{what}: {self.new[:80] or 'a sentence by the model'}"


def encode(proposals: Sequence[Proposal]) -> bytes:
    """Return proposals as JSON, which `decode` reads again."""
    return json.dumps([asdict(proposal) for proposal in proposals], ensure_ascii=False).encode()


def decode(data: bytes) -> list[Proposal]:
    """Read what `encode` wrote."""
    return [Proposal(**{**entry, "expects": tuple(entry["expects"])}) for entry in json.loads(data)]


@dataclass(frozen=True)
class SeenRun:
    """A run of the suite as rules see it: its task, whether it was right, and its documents."""

    task: str
    solved: bool
    run: Run

    def documents_of(self, path: str) -> list[Document]:
        """The run's documents of one pattern."""
        return [
            document
            for document in self.run.documents.values()
            if facts(document).get("Pattern", ("", 0))[0] == path
        ]


def seen_run(task: str, solved: bool, store: Store, run: str) -> SeenRun | None:
    """A run that can be read; None for one that cannot."""
    try:
        opened = Run.open(store, run)
        opened.documents  # noqa: B018 - they are read here, so that one that is broken is left out
    except PandoraError:
        return None
    return SeenRun(task, solved, opened)


def proposals_for(pattern: Pattern, text: str, library: Library, runs: Sequence[SeenRun]) -> list[Proposal]:
    """Return the edits of a pattern's file, whose text is `text`, that the runs of a suite suggest.

    Another `needs`, one more try, a smaller agreement, an example line; last, one by the model.
    """
    return [
        *_needs(pattern, runs),
        *_tries(pattern, runs),
        *_example(pattern, text, library, runs),
        *_by_model(pattern, text, runs),
    ]


def _needs(pattern: Pattern, runs: Sequence[SeenRun]) -> Iterator[Proposal]:
    """The endings of files of failed tasks that the pattern's globs do not match."""
    globs = [glob for glob in pattern.needs if not glob.startswith((SEVERAL, "search:", "http"))]
    if not globs:
        return
    missing: dict[str, list[str]] = {}
    for seen in runs:
        files = mapping(seen.run.root.meta, "gathered").get("files")
        names = [str(name) for name in files] if isinstance(files, list) else []
        for name in names if not seen.solved else ():
            ending = PurePosixPath(name).suffix
            if ending and not pattern.fits((name,)):
                missing.setdefault(f"*{ending}", []).append(seen.task)
    for glob, tasks in missing.items():
        new = json.dumps([*pattern.needs, glob])
        cause = f"files such as {glob} of tasks that failed do not match its needs"
        yield Proposal(pattern.path, "needs", new, cause, tuple(dict.fromkeys(tasks)))


def _tries(pattern: Pattern, runs: Sequence[SeenRun]) -> Iterator[Proposal]:
    """One more try where all failed; a smaller agreement where just one worked."""
    if pattern.level != "operation":
        return
    tries, agree = int(pattern.keys.get("tries", 1)), int(pattern.keys.get("agree", 1))
    ended = [
        (seen.task, len(_WORKED.findall(document.body(3))))
        for seen in runs
        if not seen.solved
        for document in seen.documents_of(pattern.path)
        if document.meta.get("status") not in (Status.ACCEPTED.value, Status.WAITING.value)
    ]
    tasks = tuple(dict.fromkeys(task for task, _ in ended))
    if tasks and tries < MOST_TRIES:
        yield Proposal(pattern.path, "tries", str(tries + 1), "every try was used up", tasks)
    alone = tuple(dict.fromkeys(task for task, worked in ended if worked == 1))
    if alone and agree > 1:
        yield Proposal(pattern.path, "agree", str(agree - 1), "one try worked, and none agreed with it", alone)


def _example(pattern: Pattern, text: str, library: Library, runs: Sequence[SeenRun]) -> Iterator[Proposal]:
    """An example line of the least sure choice of PLAN that was right, where other tasks failed."""
    if pattern.level == "operation" or pattern.by("plan") != "model":
        return
    try:
        forms = [library.phase(pattern, phase).form for phase in ("understand", "plan")]
    except DocumentError:
        return
    choice = next((field for field in forms[1].asked if _is_choice(field.slot)), None)
    asked = next((field for field in forms[0].asked if not isinstance(field.slot, Group)), None)
    if choice is None or asked is None:
        return
    failed = tuple(
        dict.fromkeys(seen.task for seen in runs if not seen.solved and seen.documents_of(pattern.path))
    )
    right = [
        (chance, given, chosen)
        for seen in runs
        if seen.solved
        for document in seen.documents_of(pattern.path)
        for chance, given, chosen in _choices(document, forms, asked.key, choice.key)
    ]
    if not failed or not right:
        return
    _, given, chosen = min(right)
    old = parts_of(text).open.get("example of PLAN", "")
    line = f"Example: {asked.key} {given} -> {chosen}"
    new = f"{old}\n{line}" if old else line
    if line not in old and chosen not in ("", given):
        yield Proposal(pattern.path, "example of PLAN", new, "the choice that was right and least sure", failed)


def _is_choice(slot: Slot | Group) -> bool:
    return isinstance(slot, Slot) and slot.kind in ("choice", "named")


def _choices(
    document: Document, forms: Sequence[Form], asked: str, choice: str
) -> Iterator[tuple[float, str, str]]:
    first, second = parse(forms[0], document.body(1)), parse(forms[1], document.body(2))
    given, chosen = first.values.get(asked), second.values.get(choice)
    if isinstance(given, str) and isinstance(chosen, str):
        yield second.probabilities.get(choice, 1.0), given, chosen


def _by_model(pattern: Pattern, text: str, runs: Sequence[SeenRun]) -> Iterator[Proposal]:
    """One edit by the model: it sees a failed document and one that was right, side by side."""
    own = parts_of(text).open
    part = next(
        (f"instruction of {phase}" for phase in _order(pattern) if own.get(f"instruction of {phase}")), ""
    )
    bad = [
        (seen.task, document)
        for seen in runs
        if not seen.solved
        for document in seen.documents_of(pattern.path)
    ]
    good = [
        (seen.task, document) for seen in runs if seen.solved for document in seen.documents_of(pattern.path)
    ]
    if not part or not bad or not good:
        return
    tasks = tuple(dict.fromkeys(task for task, _ in bad))
    yield Proposal(pattern.path, part, "", "", tasks, _shown(bad[0][1]), _shown(good[0][1]))


def _order(pattern: Pattern) -> Sequence[str]:
    return ("DO", "PLAN") if pattern.level == "operation" else ("PLAN", "UNDERSTAND")


def _shown(document: Document) -> str:
    """The sections of a document that a model wrote or that say how it ended, without its id and figures."""
    bodies = ((number, document.body(number).strip()) for number in (1, 2, 3, 4))
    return "\n".join(f"§{number} {body[:700]}" for number, body in bodies if body)
