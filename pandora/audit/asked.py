"""The exact prompt of a phase, made anew by the engine from the documents, and checked against its digest."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pandora.audit.places import Place, named, named_below, order, records
from pandora.audit.rehearsal import Asked, Change, MakeHost, documents_of, rehearse
from pandora.audit.standing import origins_now, taken_as_given
from pandora.disk.layout import Workspace, parse_id
from pandora.engine.pattern import NUMBERS
from pandora.errors import UsageError
from pandora.models.protocol import Model
from pandora.text.body import unfenced
from pandora.text.document import Document, digest

_STALE = "0" * 16
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


def prompt_of(
    workspace: Workspace,
    document_id: str,
    phase: str,
    candidate: int,
    model: Model,
    make_host: MakeHost,
    fingerprinted: bool = True,
) -> Rebuilt:
    """The prompt of a phase of a document; UsageError where no model is asked in it.

    `candidate` is the try whose prompt is wanted, where the document is an operation's. Without a
    model whose fingerprint is known (`fingerprinted`), nothing can be checked.
    """
    run, place = parse_id(document_id).run, (document_id, NUMBERS[phase])
    documents = documents_of(workspace, run)
    if document_id not in set(named_below(documents, f"system-{run}")):
        raise UsageError(f"{document_id} is of an earlier attempt or plan: what it was asked is not kept")
    document = documents[document_id]
    record = records(document).get(place[1], {})
    if record.get("by") == "code" and record.get("from"):
        raise UsageError(f"{named(place)} was made by code: no model was asked")
    made = bool(document.body(place[1]).strip()) and bool(record.get("from"))
    tries = bool(parse_id(document_id).level == "operation" and phase == "do")
    if tries:
        _check_candidate(document, candidate)
    now = origins_now(workspace, run, model, make_host)
    if tries and made and record["from"] != now.get(place):
        record = {**record, "from": now.get(place, "")}

    def targeted(given: bool) -> Change:
        def change(each: str, found: Document) -> Document:
            if given:
                found = taken_as_given(each, found, skip=place[1] if each == document_id else 0)
            if each != document_id or not made:
                return found
            return _cut(found, candidate, record) if tries else _stale(found, place[1])

        return change

    asked = rehearse(workspace, run, model, make_host, targeted(False)).asked
    reached = asked is not None and (asked.document, asked.phase) == (document_id, phase)
    first = asked
    if not reached:
        asked = rehearse(workspace, run, model, make_host, targeted(True)).asked
    if asked is None or (asked.document, asked.phase) != (document_id, phase):
        raise UsageError(_unreached(place, first, made))
    kept = records(document).get(place[1], {})
    recorded = (kept.get("asked") or kept.get("from", "")) if made else ""
    current = now.get(place, "") if tries else digest(asked.prompt.text, model.fingerprint)
    same = (recorded == current) if made and fingerprinted else None
    why = _why(documents, place, same, fingerprinted, None if reached else first, tries)
    return Rebuilt(asked, same, recorded, current if fingerprinted else "", tuple(why))


def _check_candidate(document: Document, candidate: int) -> None:
    tried = [int(each) for each in _CANDIDATE.findall(unfenced(document.body(3)))]
    if candidate > len(tried) + 1:
        raise UsageError(f"{document.path}: §3 has {len(tried)} candidates; use --candidate 1 to {len(tried)}")


def _stale(document: Document, number: int) -> Document:
    """The document with a section that has to be made again."""
    made = {str(key): value for key, value in records(document).items()}
    made[str(number)] = {"by": "model", "from": _STALE, "text": document.digest(number)}
    return document.with_meta(sections=made)


def _cut(document: Document, candidate: int, record: dict[str, str]) -> Document:
    """An operation's document as it was before that candidate was asked for."""
    body = document.body(3)
    found = [each for each in _CANDIDATE.finditer(unfenced(body)) if int(each[1]) == candidate]
    cut = document.splice(3, body[: found[0].start()] if found else body)
    made = {str(key): value for key, value in records(cut).items()}
    made["3"] = {"by": "model", "from": record["from"], "text": cut.digest(3)}
    return cut.with_meta(sections=made)


def _unreached(place: Place, first: Asked | None, made: bool) -> str:
    if first is not None and order((first.document, NUMBERS.get(first.phase, 1))) < order(place):
        before = f"the {first.phase.upper()} of {first.document}"
        return f"{named(place)} is not asked for before {before}; resume first"
    if made:
        return f"{named(place)} is not asked of a model as the documents stand; `pandora why` says more"
    return f"{named(place)} is not made, and would not be asked of a model"


def _why(
    documents: dict[str, Document],
    place: Place,
    same: bool | None,
    fingerprinted: bool,
    first: Asked | None,
    tries: bool,
) -> list[str]:
    """What the check says, and what may have made the difference."""
    document = documents[place[0]]
    record = records(document).get(place[1], {})
    if not record.get("from"):
        return ["it has not been asked yet: this is what would be asked now"]
    if not fingerprinted:
        model = document.meta.get("model", "an unknown model")
        return [f"it cannot be checked: the digest holds the fingerprint of {model}, which is not here"]
    told = []
    if record.get("by") == "human":
        told.append("a person wrote the section: this is what the model would have been asked")
    if same:
        covers = "§1, §2, the instructions and the model, not the content of files then" if tries else ""
        return [*told, *([f"the digest covers {covers}"] if covers else [])]
    told.append(f"the digest was {record['from']}: what it was asked then was different")
    told += [f"{named((place[0], each))} is a person's" for each in _edited(document) if each < place[1]]
    if first is not None:
        told.append(f"the {first.phase.upper()} of {first.document} is stale as well, and stands before it")
    told.append("a pattern in system/, the settings of the model or the model's file may have changed since")
    return told


def _edited(document: Document) -> list[int]:
    found = records(document).items()
    return [n for n, each in found if each["by"] == "human" or each["text"] != document.digest(n)]
