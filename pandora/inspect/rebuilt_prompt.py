"""The exact prompt of a phase, made anew by the engine from the documents, and checked against its digest."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pandora.disk.layout import Workspace
from pandora.document.body import unfenced
from pandora.document.ids import parse_id
from pandora.document.records import (
    UNWRITTEN,
    Place,
    Record,
    by_person,
    section_records,
    try_records,
    with_records,
)
from pandora.document.state_document import NUMBERS, Document, digest
from pandora.engine.reuse import call_key
from pandora.errors import UsageError
from pandora.inspect.earlier_attempts import most_answers, rolled_back
from pandora.inspect.freshness import origins_now, taken_as_given
from pandora.inspect.rehearsal import Asked, Change, MakeHost, documents_of, rehearse
from pandora.inspect.sections import named, order
from pandora.models.protocol import Model

_STALE = "0" * 16
_APPLIED = re.compile(r"^ {2}- (.+?) → (?:blobs/[0-9a-f]+|removed) \(was ", re.M)
_CANDIDATE = re.compile(r"^### Candidate (\d+)[ \t]*$", re.M)


@dataclass(frozen=True)
class Rebuilt:
    """A prompt as it would be made now. `same` is None where there is nothing to check it against.

    `recorded` is the digest that the document has, `now` the one that it would get; `why` says in
    words what the check covers or why it fails.
    """

    asked: Asked
    same: bool | None
    recorded: str = ""
    now: str = ""
    why: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class Wanted:
    """Which call's prompt is wanted: of a document, a phase, a try of an operation's DO, an attempt.

    Without an `attempt` it is the one at hand; a document of an earlier attempt is looked for there.
    """

    document: str
    phase: str
    candidate: int = 1
    attempt: int | None = None

    @property
    def place(self) -> Place:
        """The section that the reply was written to."""
        return self.document, NUMBERS[self.phase]

    @property
    def tries(self) -> bool:
        """True for the DO of an operation, which may ask more than once."""
        return self.phase == "do" and parse_id(self.document).level == "operation"


def prompt_of(
    workspace: Workspace, wanted: Wanted, model: Model, make_host: MakeHost, fingerprinted: bool = True
) -> Rebuilt:
    """The prompt of a phase of a document; UsageError where no model is asked in it, or nothing says what was.

    Without a model whose fingerprint is known (`fingerprinted`), nothing can be checked. What was asked in an
    earlier attempt was asked before the answers that a person gave since: the digest says which those are.
    """
    run = parse_id(wanted.document).run
    documents = documents_of(workspace, run)

    def made(answers: int) -> Rebuilt:
        earlier = rolled_back(documents, f"system-{run}", wanted.document, wanted.attempt, answers)
        return _made(workspace, wanted, {**documents, **earlier}, model, make_host, fingerprinted)

    most = most_answers(rolled_back(documents, f"system-{run}", wanted.document, wanted.attempt))
    found = made(0)
    others = (made(answers) for answers in range(1, most + 1)) if found.same is False else ()
    return next((each for each in others if each.same), found)


def _made(
    workspace: Workspace,
    wanted: Wanted,
    documents: Mapping[str, Document],
    model: Model,
    make_host: MakeHost,
    fingerprinted: bool,
) -> Rebuilt:
    """The prompt, made anew by resuming these documents."""
    run, place, document = parse_id(wanted.document).run, wanted.place, documents[wanted.document]
    record = section_records(document).get(place[1], UNWRITTEN)
    if record.by == "code" and record.origin:
        raise UsageError(f"{named(place)} was made by code: no model was asked")
    made = bool(document.body(place[1]).strip()) and bool(record.origin)
    if wanted.tries:
        _check_candidate(document, wanted.candidate)
    now = origins_now(workspace, run, model, make_host, documents)
    if wanted.tries and made and record.origin != now.get(place):
        record = replace(record, origin=now.get(place, ""))

    def targeted(given: bool) -> Change:
        def change(each: str, _: Document) -> Document:
            found = documents[each]
            if given:
                found = taken_as_given(each, found, skip=place[1] if each == place[0] else 0)
            if each != place[0] or not made:
                return found
            return _cut(found, wanted.candidate, record) if wanted.tries else _stale(found, place[1])

        return change

    asked = rehearse(workspace, run, model, make_host, targeted(False)).asked
    reached = asked is not None and (asked.document, asked.phase) == (place[0], wanted.phase)
    first = asked
    if not reached:
        asked = rehearse(workspace, run, model, make_host, targeted(True)).asked
    if asked is None or (asked.document, asked.phase) != (place[0], wanted.phase):
        raise UsageError(_unreached(place, first, made))
    recorded, current = _digests(document, wanted, asked, now.get(place, ""), model.fingerprint)
    same = (recorded == current) if made and recorded and fingerprinted and not record.human else None
    why = _why(documents, wanted, same, fingerprinted, None if reached else first)
    return Rebuilt(asked, same, recorded if made else "", current if fingerprinted else "", tuple(why))


def _digests(
    document: Document, wanted: Wanted, asked: Asked, origin: str, fingerprint: str
) -> tuple[str, str]:
    """What the document says of the prompt, and what it would say now: of each try, or of the section."""
    record = section_records(document).get(wanted.place[1], UNWRITTEN)
    if not wanted.tries:
        return record.prompt, digest(asked.prompt.text, fingerprint)
    if key := _try(document, wanted.candidate).key:
        return key, call_key(asked.prompt, fingerprint, asked.sampling, asked.opening)
    tried = wanted.candidate <= len(_candidates(document))
    return (record.origin if tried else ""), origin


def _try(document: Document, candidate: int) -> Record:
    """The record of a try."""
    return try_records(document).get(candidate, UNWRITTEN)


def _candidates(document: Document) -> list[int]:
    return [int(each) for each in _CANDIDATE.findall(unfenced(document.body(3)))]


def _check_candidate(document: Document, candidate: int) -> None:
    tried = _candidates(document)
    if candidate > len(tried) + 1:
        raise UsageError(f"{document.path}: §3 has {len(tried)} candidates; use --candidate 1 to {len(tried)}")


def _stale(document: Document, number: int) -> Document:
    """The document with a section that has to be made again."""
    record = Record("model", document.digest(number), _STALE)
    return with_records(document, {**section_records(document), number: record})


def _cut(document: Document, candidate: int, record: Record) -> Document:
    """An operation's document as it was before that candidate was asked for."""
    body = document.body(3)
    found = [each for each in _CANDIDATE.finditer(unfenced(body)) if int(each[1]) == candidate]
    cut = document.splice(3, body[: found[0].start()] if found else body)
    before = Record("model", cut.digest(3), record.origin)
    return with_records(cut, {**section_records(cut), 3: before})


def _unreached(place: Place, first: Asked | None, made: bool) -> str:
    if first is not None and order((first.document, NUMBERS.get(first.phase, 1))) < order(place):
        before = f"the {first.phase.upper()} of {first.document}"
        return f"{named(place)} is not asked for before {before}; resume first"
    if made:
        return f"{named(place)} is not asked of a model as the documents stand; `pandora why` says more"
    return f"{named(place)} is not made, and would not be asked of a model"


def _why(
    documents: Mapping[str, Document],
    wanted: Wanted,
    same: bool | None,
    fingerprinted: bool,
    first: Asked | None,
) -> list[str]:
    """What the check says, and what may have made the difference."""
    place, document = wanted.place, documents[wanted.document]
    record = section_records(document).get(place[1], UNWRITTEN)
    asked = bool(record.origin) and not (wanted.tries and wanted.candidate > len(_candidates(document)))
    if not asked:
        return ["it has not been asked yet: this is what would be asked now"]
    if not fingerprinted:
        model = document.meta.get("model", "an unknown model")
        return [f"it cannot be checked: the digest holds the fingerprint of {model}, which is not here"]
    if record.human:
        return ["a person wrote the section: this is what the model would have been asked"]
    whole = not wanted.tries or _try(document, wanted.candidate) is not UNWRITTEN
    if same:
        covers = "" if whole else "§1, §2, the instructions and the model, not the content of files then"
        return [f"the digest covers {covers}"] if covers else []
    told = [f"the digest was {_recorded(document, wanted)}: what it was asked then was different"]
    told += [f"{named((place[0], each))} is a person's" for each in _edited(document) if each < place[1]]
    if first is not None:
        told.append(f"the {first.phase.upper()} of {first.document} is stale as well, and stands before it")
    if changed := _applied(documents) if wanted.tries else []:
        told.append(f"the run itself changed {', '.join(changed)}: what it read there was the file as it was")
    told.append("a pattern in system/, the settings of the model or the model's file may have changed since")
    return told


def _recorded(document: Document, wanted: Wanted) -> str:
    record = section_records(document).get(wanted.place[1], UNWRITTEN)
    return (_try(document, wanted.candidate).key if wanted.tries else "") or record.prompt


def _applied(documents: Mapping[str, Document]) -> list[str]:
    """The files that the run's operations put into the workspace."""
    found = (_APPLIED.findall(each.body(3)) for each in documents.values() if each.meta.get("applied"))
    return sorted({path for paths in found for path in paths})


def _edited(document: Document) -> list[int]:
    return [number for number in section_records(document) if by_person(document, number)]
