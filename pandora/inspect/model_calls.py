"""The calls of a model that a run's documents hold, in the order of the work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pandora.document.body import unfenced
from pandora.document.history import attempts
from pandora.document.ids import parse_id
from pandora.document.meta_values import attempt_of
from pandora.document.records import UNWRITTEN, retired_records, section_records
from pandora.document.state_document import NUMBERS, Document
from pandora.inspect.prompt_reconstruction import PromptCall
from pandora.inspect.section_places import CANDIDATE, CHILD

_ASKED = ("model", "human")
"""Who wrote a section that a model was asked for; a person may have changed its words since."""


def calls_of(document_id: str, document: Document) -> Iterator[PromptCall]:
    """Yield the calls that a document's sections were written by: attempt by attempt, try by try.

    Sections by code are left out. One that a person edited counts, because the model was asked first; whether
    it was is for `rebuild_prompt` to say.
    """
    yield from _calls_of_task(document_id, document)
    for attempt in attempts(document):
        for phase in ("plan", "do", "check"):
            yield from _calls_of_phase(document_id, document, phase, attempt)


def calls_of_run(documents: Mapping[str, Document], top: str) -> Iterator[PromptCall]:
    """Yield the calls of `top` and of all documents that its attempts name, in the order of the work."""
    yield from _calls_of_tree(documents, top, set())


def _calls_of_tree(documents: Mapping[str, Document], top: str, seen: set[str]) -> Iterator[PromptCall]:
    if top in seen or top not in documents:
        return
    seen.add(top)
    document = documents[top]
    yield from _calls_of_task(top, document)
    for attempt, bodies in attempts(document).items():
        yield from _calls_of_phase(top, document, "plan", attempt)
        yield from _calls_of_phase(top, document, "do", attempt)
        for child in CHILD.findall(bodies.get(3, "")):
            yield from _calls_of_tree(documents, child, seen)
        yield from _calls_of_phase(top, document, "check", attempt)


def _calls_of_task(document_id: str, document: Document) -> Iterator[PromptCall]:
    record = section_records(document).get(1, UNWRITTEN)
    if record.by in _ASKED and record.origin:
        yield PromptCall(document_id, "understand")


def _calls_of_phase(document_id: str, document: Document, phase: str, attempt: int) -> Iterator[PromptCall]:
    number, now = NUMBERS[phase], attempt_of(document.meta)
    body = attempts(document)[attempt].get(number, "")
    records = section_records(document) if attempt == now else retired_records(document).get(attempt, {})
    if not body.strip() or records.get(number, UNWRITTEN).by not in _ASKED:
        return
    tries = phase == "do" and parse_id(document_id).level == "operation"
    for candidate in CANDIDATE.findall(unfenced(body)) if tries else ("1",):
        yield PromptCall(document_id, phase, int(candidate), attempt)
