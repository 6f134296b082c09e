"""A run as one HTML file that opens without a network: its tree, documents, prompts, tokens and differences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pandora.budget import Usage, used_of
from pandora.disk.atomic import read_consistent
from pandora.disk.layout import Workspace
from pandora.disk.read_document import LONGEST
from pandora.disk.store import Store
from pandora.document.ids import order, parse_id
from pandora.document.meta_values import attempt_of
from pandora.document.offline_page import harmless, offline_page, page_part, with_texts
from pandora.document.records import UNWRITTEN, section_records
from pandora.document.state_document import NUMBERS, TITLES, Document
from pandora.document.task_text import task_of
from pandora.errors import DiskError, PandoraError, UsageError
from pandora.inspect.differences import Difference, changes_of, unified_lines
from pandora.inspect.model_calls import calls_of
from pandora.inspect.prompt_reconstruction import (
    KnownOrigins,
    PromptCall,
    RebuiltPrompt,
    prompt_tokens,
    rebuild_prompt,
)
from pandora.inspect.rehearsal import MakeHost
from pandora.inspect.try_differences import try_changes
from pandora.models.protocol import Model

PARTS = "pandora.inspect"
"""The package whose `page_parts/` the page is made from."""
AROUND = 3
"""The unchanged lines that are shown around a change."""
MARKS = {"accepted": "✓", "failed": "✗", "escalated": "!", "waiting": "?", "running": "…", "broken": "✗"}
"""One sign for each status of a document."""
_KINDS = {"-": "less", "+": "more", "@": "place"}
_SAME = {
    True: "the same as was asked",
    False: "not the same as was asked",
    None: "not compared with what was asked",
}


@dataclass(frozen=True)
class PagePrompt:
    """A prompt as it is shown: which attempt it was for ("" for §1), its text, and its tokens by part.

    `same` says whether it is what was asked, `notes` why, and how the reply was sampled.
    """

    label: str
    text: str
    tokens: Sequence[tuple[str, int]]
    same: str
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class PageDifference:
    """A change of a section: the two versions by name, and the lines of the change with their kinds."""

    before: str
    after: str
    note: str
    lines: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class PageSection:
    """A section with all that stands in it, who wrote it and when, its prompts, and what changed in it."""

    number: int
    title: str
    text: str
    by: str
    at: str
    prompts: Sequence[PagePrompt] = ()
    differences: Sequence[PageDifference] = ()


@dataclass(frozen=True)
class PageDocument:
    """A document and those below it; `problem` says why one cannot be read, `text` is the whole file."""

    id: str
    kind: str
    status: str
    task: str
    model: str
    attempt: int
    used: Usage
    text: str
    problem: str = ""
    sections: Sequence[PageSection] = ()
    below: Sequence[PageDocument] = field(default=())

    @property
    def output(self) -> str:
        """The text of §5, or ""."""
        return next((section.text for section in self.sections if section.number == 5), "")

    def all(self) -> Iterator[PageDocument]:
        """Yield this document and all below it, in the order of the work."""
        yield self
        for child in self.below:
            yield from child.all()


def run_page(workspace: Workspace, run: str, model: Model, make_host: MakeHost, missing: str) -> str:
    """Return the page of a run.

    The prompts are made again with `model`, which never replies. `missing` says what to do where the run's
    model is not on this machine: then words are counted, not tokens. A broken document is shown as it is in
    its file; then there are no prompts. Raises UsageError where the run's root is gone.
    """
    redact = make_host(workspace, model).redact  # a person may have typed a secret into a document
    top: PageDocument = with_texts(read_page(workspace, run, model, make_host, not missing), redact)
    return offline_page(
        top.task or top.id,
        page_part("run.html", PARTS),
        page_part("run.css", PARTS),
        page_part("run.js", PARTS),
        top=top,
        documents=list(top.all()),
        used=_together(top),
        marks=MARKS,
        notes=[harmless(note) for note in _notes(top, missing)],
        unit="words" if missing else "tokens",
    )


def read_page(
    workspace: Workspace, run: str, model: Model, make_host: MakeHost, fingerprinted: bool = True
) -> PageDocument:
    """Return what the page of a run shows: its root, with all other documents below it."""
    names = sorted((parse_id(document_id) for document_id in workspace.run_documents(run)), key=order)
    documents = {name.number: _document(workspace, str(name)) for name in names}
    if "" not in documents:
        raise UsageError(f"system-{run}: the run's root is gone; restore it, e.g. from git, then show it")
    if not any(document.problem for document in documents.values()):
        known = KnownOrigins()

        def rebuild(call: PromptCall) -> RebuiltPrompt:
            return rebuild_prompt(workspace, call, model, make_host, fingerprinted, known)

        store = Store(workspace)
        loaded = {shown.id: store.load(shown.id) for shown in documents.values()}
        tries = try_changes(loaded)
        documents = {
            number: _with_prompts(_with_tries(shown, tries), loaded[shown.id], rebuild, model)
            for number, shown in documents.items()
        }
    below: dict[str, list[PageDocument]] = defaultdict(list)
    numbers = sorted(filter(None, documents), key=lambda number: [int(part) for part in number.split(".")])
    for number in reversed(numbers):
        parent = number.rpartition(".")[0]
        document = replace(documents[number], below=tuple(below[number]))
        below[parent if parent in documents else ""].insert(0, document)
    return replace(documents[""], below=tuple(below[""]))


def _notes(top: PageDocument, missing: str) -> Iterator[str]:
    if any(document.problem for document in top.all()):
        yield "A document is broken: the prompts cannot be made again before it is mended."
    elif missing:
        yield f"The model of the run is not here, so that words are counted, not tokens: {missing}"


def _document(workspace: Workspace, document_id: str) -> PageDocument:
    name, path = parse_id(document_id), workspace.find(document_id)
    kind = " ".join(filter(None, (name.level, name.kind, name.number)))
    try:
        text = harmless(read_consistent(path, LONGEST).decode("utf-8", "replace"))
    except (OSError, DiskError) as error:
        return PageDocument(document_id, kind, "broken", "", "", 1, Usage(), "", harmless(error))
    try:
        document = Store(workspace).load(document_id)
        sections = tuple(_sections(document, changes_of(workspace, document_id)))
        meta = document.meta
        return PageDocument(
            document_id,
            kind,
            harmless(meta.get("status", "unknown")),
            harmless(task_of(document)),
            harmless(meta.get("model", "")),
            attempt_of(meta),
            used_of(meta),
            text,
            sections=sections,
        )
    except PandoraError as error:
        problem = str(error)
    except (TypeError, ValueError, AttributeError):
        problem = f"{path.name}:1: its front matter is broken; `pandora check` says where"
    return PageDocument(document_id, kind, "broken", "", "", 1, Usage(), text, harmless(problem))


def _sections(document: Document, changes: Sequence[Difference]) -> Iterator[PageSection]:
    records = section_records(document)
    for number, title in enumerate(TITLES):
        record = records.get(number, UNWRITTEN)
        differences = tuple(_difference(change) for change in changes if change.section == number)
        text = harmless(document.written(number))
        if text.strip() or differences:
            yield PageSection(number, title, text, record.by, record.at, differences=differences)


def _difference(change: Difference) -> PageDifference:
    lines = tuple((_KINDS.get(line[:1], "same"), harmless(line)) for line in unified_lines(change, AROUND))
    return PageDifference(harmless(change.before), harmless(change.after), harmless(change.note), lines)


def _with_tries(shown: PageDocument, tries: Sequence[Difference]) -> PageDocument:
    """Return the document with what each try of its operation changed."""
    changes = tuple(_difference(change) for change in tries if change.document == shown.id)
    sections = (
        replace(section, differences=(*section.differences, *changes)) if section.number == 3 else section
        for section in shown.sections
    )
    return replace(shown, sections=tuple(sections))


def _with_prompts(
    shown: PageDocument, document: Document, rebuild: Callable[[PromptCall], RebuiltPrompt], model: Model
) -> PageDocument:
    """Return the document with the prompts of its sections, as far as they can be made again."""
    prompts: dict[int, list[PagePrompt]] = defaultdict(list)
    for call in calls_of(shown.id, document):
        try:
            rebuilt = rebuild(call)
        except UsageError:
            continue  # code made it, or nothing recorded what was asked
        prompts[NUMBERS[call.phase]].append(_prompt(call, rebuilt, model))
    sections = (replace(section, prompts=tuple(prompts[section.number])) for section in shown.sections)
    return replace(shown, sections=tuple(sections))


def _prompt(call: PromptCall, rebuilt: RebuiltPrompt, model: Model) -> PagePrompt:
    label = f"attempt {call.attempt}" if call.attempt else ""
    label += f", try {call.candidate}" if call.tries else ""
    asked = rebuilt.asked
    opening = "".join(f"\n\n[the reply begins, in {key}]\n{text}" for key, text in asked.opening.items())
    notes = tuple(harmless(note) for note in (*rebuilt.why, str(asked.sampling)))
    tokens = tuple((harmless(part), count) for part, count in prompt_tokens(rebuilt, model))
    return PagePrompt(label, harmless(asked.prompt.text + opening), tokens, _SAME[rebuilt.same], notes)


def _together(top: PageDocument) -> Usage:
    total = Usage()
    for document in top.all():
        total.add(document.used)
    return total
