"""The calls of a model that a run's documents hold, in the order of the work."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandora.document.body import unfenced
from pandora.document.history import attempts
from pandora.document.ids import parse_id
from pandora.document.meta_values import attempt_of
from pandora.document.records import UNWRITTEN, retired_records, section_records
from pandora.document.state_document import NUMBERS, Document
from pandora.inspect.prompt_reconstruction import PromptCall

_CANDIDATE = re.compile(r"^### Candidate (\d+)[ \t]*$", re.M)


def calls_of(document_id: str, document: Document) -> Iterator[PromptCall]:
    """Yield the calls that a document's sections were written by: attempt by attempt, try by try.

    Sections by code are left out. One that a person edited counts, because the model was asked first; whether
    it was is for `rebuild_prompt` to say.
    """
    records, now = section_records(document), attempt_of(document.meta)
    if _by_model(records.get(1, UNWRITTEN).by) and records[1].origin:
        yield PromptCall(document_id, "understand")
    operation = parse_id(document_id).level == "operation"
    retired = retired_records(document)
    for attempt, bodies in attempts(document).items():
        written = records if attempt == now else retired.get(attempt, {})
        for phase in ("plan", "do", "check"):
            number = NUMBERS[phase]
            if not bodies.get(number, "").strip() or not _by_model(written.get(number, UNWRITTEN).by):
                continue
            tries = [int(found) for found in _CANDIDATE.findall(unfenced(bodies[number]))]
            for candidate in tries if operation and phase == "do" else (1,):
                yield PromptCall(document_id, phase, candidate, attempt)


def _by_model(by: str) -> bool:
    return by in ("model", "human")
