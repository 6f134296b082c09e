"""Rebuilds the exact prompt of a phase from the documents, and checks it against the recorded digest."""

from __future__ import annotations

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
from pandora.inspect.attempt_rollback import most_answers, roll_back
from pandora.inspect.freshness import as_given_by_person, origins_now
from pandora.inspect.rehearsal import Change, MakeHost, ModelCall, documents_of, rehearse
from pandora.inspect.section_places import CANDIDATE, CHANGE, section_label, section_order
from pandora.models.protocol import Model

_STALE = "0" * 16


@dataclass(frozen=True)
class RebuiltPrompt:
    """A prompt as it would be made now, and whether it is the recorded one.

    `same` is None if nothing can be compared. `recorded` is the digest in the document, `now` the digest of
    the rebuilt prompt; `why` explains what the check covers or why it fails.
    """

    asked: ModelCall
    same: bool | None
    recorded: str = ""
    now: str = ""
    why: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class PromptCall:
    """Identifies the call whose prompt is wanted: document, phase, try and attempt.

    `candidate` is the number of the try in an operation's DO. If `attempt` is None, it is the document's
    current one; a document that only an earlier attempt of its parent names is looked for there.
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
        """Whether this is the DO of an operation, which may ask the model more than once."""
        return self.phase == "do" and parse_id(self.document).level == "operation"


@dataclass
class KnownOrigins:
    """What each section of a run would be made from now, found once for many prompts of the same documents."""

    by_texts: dict[str, Mapping[Place, str]] = field(default_factory=dict)

    def of(
        self,
        workspace: Workspace,
        run: str,
        model: Model,
        make_host: MakeHost,
        documents: Mapping[str, Document],
    ) -> Mapping[Place, str]:
        """Return the digests of `origins_now`."""
        key = digest(*(text for item in sorted(documents.items()) for text in (item[0], item[1].text)))
        if key not in self.by_texts:
            self.by_texts[key] = origins_now(workspace, run, model, make_host, documents)
        return self.by_texts[key]


def rebuild_prompt(
    workspace: Workspace,
    wanted: PromptCall,
    model: Model,
    make_host: MakeHost,
    fingerprinted: bool = True,
    known: KnownOrigins | None = None,
) -> RebuiltPrompt:
    """Rebuild the prompt of the wanted call; raise UsageError if no model is asked in it, or it is unknown.

    If `fingerprinted` is false, the model's fingerprint is not known and nothing can be checked. `known` is
    shared by the calls for several prompts of one run. A person may have answered questions after an earlier
    attempt, so each number of answers to leave out is tried until the digest matches.
    """
    run = parse_id(wanted.document).run
    documents, known = documents_of(workspace, run), known or KnownOrigins()

    def rebuilt_without(answers: int) -> RebuiltPrompt:
        earlier = roll_back(documents, f"system-{run}", wanted.document, wanted.attempt, answers)
        return _rebuild(workspace, wanted, {**documents, **earlier}, model, make_host, fingerprinted, known)

    most = most_answers(roll_back(documents, f"system-{run}", wanted.document, wanted.attempt))
    rebuilt = rebuilt_without(0)
    others = (rebuilt_without(answers) for answers in range(1, most + 1)) if rebuilt.same is False else ()
    return next((candidate for candidate in others if candidate.same), rebuilt)


def prompt_tokens(rebuilt: RebuiltPrompt, model: Model) -> list[tuple[str, int]]:
    """Return the tokens of each part of the prompt, and of all of it, by the model's tokenizer."""
    prompt = rebuilt.asked.prompt
    parts = [("base", prompt.base)]
    parts += [(part.split("\n", 1)[0].lstrip("# "), part) for part in prompt.parts]
    parts += [("instructions and form", prompt.instruction), ("together", prompt.text)]
    return [(name, model.count(text)) for name, text in parts]


def _rebuild(
    workspace: Workspace,
    wanted: PromptCall,
    documents: Mapping[str, Document],
    model: Model,
    make_host: MakeHost,
    fingerprinted: bool,
    known: KnownOrigins,
) -> RebuiltPrompt:
    """Rebuild the prompt by rehearsing a resume of these documents."""
    run, place, document = parse_id(wanted.document).run, wanted.place, documents[wanted.document]
    record = section_records(document).get(place[1], UNWRITTEN)
    if record.by == "code" and record.origin:
        raise UsageError(
            f"{section_label(place)} was made by code, so there is no prompt; name another section"
        )
    is_made = bool(document.body(place[1]).strip()) and bool(record.origin)
    if wanted.tries:
        _check_candidate(document, wanted.candidate)
    now = known.of(workspace, run, model, make_host, documents)
    if wanted.tries and is_made and record.origin != now.get(place):
        record = replace(record, origin=now.get(place, ""))

    def targeted(given: bool) -> Change:
        def change(document_id: str, _: Document) -> Document:
            changed = documents[document_id]
            if given:
                changed = as_given_by_person(
                    document_id, changed, skip=place[1] if document_id == place[0] else 0
                )
            if document_id != place[0] or not is_made:
                return changed
            return (
                _before_candidate(changed, wanted.candidate, record)
                if wanted.tries
                else _as_stale(changed, place[1])
            )

        return change

    asked = rehearse(workspace, run, model, make_host, targeted(False)).asked
    reached = asked is not None and (asked.document, asked.phase) == (place[0], wanted.phase)
    first = asked
    if not reached:
        asked = rehearse(workspace, run, model, make_host, targeted(True)).asked
    if asked is None or (asked.document, asked.phase) != (place[0], wanted.phase):
        raise UsageError(_why_unreached(place, first, is_made))
    recorded, current = _digests(document, wanted, asked, now.get(place, ""), model.fingerprint)
    same = (recorded == current) if is_made and recorded and fingerprinted and not record.human else None
    why = _explanation(documents, wanted, same, fingerprinted, None if reached else first)
    return RebuiltPrompt(asked, same, recorded if is_made else "", current if fingerprinted else "", tuple(why))


def _digests(
    document: Document, wanted: PromptCall, asked: ModelCall, origin: str, fingerprint: str
) -> tuple[str, str]:
    """Return the recorded digest and the current one, of the try if it has one, else of the section."""
    record = section_records(document).get(wanted.place[1], UNWRITTEN)
    if not wanted.tries:
        return record.prompt, digest(asked.prompt.text, fingerprint)
    if key := _candidate_record(document, wanted.candidate).key:
        return key, call_key(asked.prompt, fingerprint, asked.sampling, asked.opening)
    tried = wanted.candidate <= len(_candidates(document))
    return (record.origin if tried else ""), origin


def _candidate_record(document: Document, candidate: int) -> Record:
    """Return the record of a try, or UNWRITTEN if it has none."""
    return try_records(document).get(candidate, UNWRITTEN)


def _candidates(document: Document) -> list[int]:
    return [int(number) for number in CANDIDATE.findall(unfenced(document.body(3)))]


def _check_candidate(document: Document, candidate: int) -> None:
    tried = _candidates(document)
    if candidate > len(tried) + 1:
        raise UsageError(f"{document.path}: §3 has {len(tried)} candidates; use --candidate 1 to {len(tried)}")


def _as_stale(document: Document, number: int) -> Document:
    """Return the document with one section marked stale, so that the engine makes it again."""
    record = Record("model", document.digest(number), _STALE)
    return with_records(document, {**section_records(document), number: record})


def _before_candidate(document: Document, candidate: int, record: Record) -> Document:
    """Return an operation's document as it was before the model was asked for that candidate."""
    body = document.body(3)
    headings = [match for match in CANDIDATE.finditer(unfenced(body)) if int(match[1]) == candidate]
    cut = document.splice(3, body[: headings[0].start()] if headings else body)
    before = Record("model", cut.digest(3), record.origin)
    return with_records(cut, {**section_records(cut), 3: before})


def _why_unreached(place: Place, first: ModelCall | None, is_made: bool) -> str:
    if first is not None and section_order((first.document, NUMBERS.get(first.phase, 1))) < section_order(
        place
    ):
        before = f"the {first.phase.upper()} of {first.document}"
        return f"{section_label(place)} is not asked for before {before}; resume first"
    if is_made:
        return f"{section_label(place)} is not asked of a model as the documents stand; `pandora why` says more"
    return f"{section_label(place)} is not made, and would not be asked of a model"


def _explanation(
    documents: Mapping[str, Document],
    wanted: PromptCall,
    same: bool | None,
    fingerprinted: bool,
    first: ModelCall | None,
) -> list[str]:
    """Explain the result of the check, and what may have changed the prompt."""
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
    whole = not wanted.tries or _candidate_record(document, wanted.candidate) is not UNWRITTEN
    if same:
        covers = "" if whole else "§1, §2, the instructions and the model, not the content of files then"
        return [f"the digest covers {covers}"] if covers else []
    reasons = [f"the digest was {_recorded_digest(document, wanted)}: what it was asked then was different"]
    reasons += [
        f"{section_label((place[0], number))} is a person's"
        for number in _edited_sections(document)
        if number < place[1]
    ]
    if first is not None:
        reasons.append(f"the {first.phase.upper()} of {first.document} is stale as well, and stands before it")
    if changed := _applied_files(documents) if wanted.tries else []:
        reasons.append(
            f"the run itself changed {', '.join(changed)}: what it read there was the file as it was"
        )
    reasons.append("a pattern in system/, the settings of the model or the model's file may have changed since")
    return reasons


def _recorded_digest(document: Document, wanted: PromptCall) -> str:
    record = section_records(document).get(wanted.place[1], UNWRITTEN)
    return (_candidate_record(document, wanted.candidate).key if wanted.tries else "") or record.prompt


def _applied_files(documents: Mapping[str, Document]) -> list[str]:
    """Return the paths that the run's operations changed in the workspace."""
    applied = (
        CHANGE.findall(document.body(3)) for document in documents.values() if document.meta.get("applied")
    )
    return sorted({path for paths in applied for path in paths})


def _edited_sections(document: Document) -> list[int]:
    return [number for number in section_records(document) if by_person(document, number)]
