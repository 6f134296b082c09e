"""Sessions and turns as values, read from their documents: which there are and what they published."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pandora.budget import Budget
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.body import indent, parse, render
from pandora.document.form import parse_form
from pandora.document.ids import Name, parse_id
from pandora.document.integrity import whole
from pandora.document.meta_values import listed, mapping, whole_number
from pandora.document.records import Record, section_records, stored, with_records
from pandora.document.state_document import Document, digest, new_document
from pandora.document.task_text import task_of
from pandora.engine.recorded_model import keys_of_model
from pandora.errors import DocumentError, UsageError
from pandora.models.protocol import Model
from pandora.outcome import Status
from pandora.sessions.capabilities import Capabilities, capabilities_of
from pandora.sessions.heads import Head, HeadError, read_head

SESSION, TURN, LEAF = "session", "turn", "leaf"
"""The kinds of the documents of sessions below a root, of turns and of leaves."""
KEY = "session"
"""The front matter key that makes a document a session's."""
SESSION_PATTERN = "system/tools/session/session.md"
BLOCKS = 8
"""The blocks of code that a turn may have, where nothing else is given."""
Standing = Literal["current", "older", "partial", "rejected", "wreckage"]
STEERING = parse_form("Steering: {given}")
_STEER = re.compile(
    r"^\s*- turn (?P<turn>\d+): (?P<what>narrow|evidence|decompose|reject|from)"
    r"(?: (?P<head>h[0-9a-f]{12}))?(?:: (?P<text>.*))?$",
    re.M,
)


@dataclass(frozen=True)
class Steer:
    """One line of steering: from which turn it holds, what it is, the head that it is about, and its words.

    `what` is `narrow` (the scope), `evidence` (given by a person), `decompose` (another way to split the work),
    `reject` (a head and why), or `from` (the head that the turn begins from).
    """

    turn: int
    what: str
    head: str = ""
    text: str = ""

    @property
    def line(self) -> str:
        """The line as §2 of the session has it."""
        about = f" {self.head}" if self.head else ""
        words = f": {self.text}" if self.text else ""
        return f"- turn {self.turn}: {self.what}{about}{words}"


@dataclass(frozen=True)
class Turn:
    """A turn of a session: its place, its document, and the head that it published, if it did."""

    session: str
    number: int
    document: Document

    @property
    def id(self) -> str:
        """The id of its document."""
        return str(self.document.meta["id"])

    @property
    def status(self) -> str:
        """Its status, as every loop has one."""
        return str(self.document.meta.get("status", ""))

    @property
    def open(self) -> bool:
        """True while it has neither reached FINAL nor ended."""
        return self.status in (Status.RUNNING.value, Status.WAITING.value)

    @property
    def task(self) -> str:
        """What it was asked."""
        return task_of(self.document)

    @property
    def head(self) -> Mapping[str, Any]:
        """The entry of the head that it published: `id`, `kind`, `blob`; empty where it published none."""
        return mapping(self.document.meta, "head")

    @property
    def basis(self) -> Mapping[str, Any]:
        """The entry of the head that it began from: `head`, and `turn` or `session`; empty for none."""
        return mapping(self.document.meta, "basis")


@dataclass(frozen=True)
class PublishedHead:
    """A head with where it was published, and how it stands in its session now."""

    session: str
    turn: int
    id: str
    kind: str
    standing: Standing
    why: str = ""


@dataclass(frozen=True)
class Session:
    """A session of a workspace, read from its documents each time."""

    store: Store
    id: str

    @property
    def workspace(self) -> Workspace:
        """The workspace that it is in."""
        return self.store.workspace

    @property
    def name(self) -> Name:
        """Its id in parts."""
        return parse_id(self.id)

    @property
    def run(self) -> str:
        """The run whose documents hold it, the sessions above and below it, and all of their turns."""
        return self.name.run

    @property
    def document(self) -> Document:
        """Its document; raises UsageError where that is no session's, DocumentError where it is broken."""
        document = whole(self.store.load(self.id), self.id)
        if KEY not in document.meta:
            raise UsageError(f"{document.path}:1: this is no session; `pandora session ls` lists the sessions")
        return document

    @property
    def facts(self) -> Mapping[str, Any]:
        """The entries of its front matter's key `session`."""
        return mapping(self.document.meta, KEY)

    @property
    def capabilities(self) -> Capabilities:
        """What it may do."""
        return capabilities_of(mapping(self.facts, "capabilities"))

    @property
    def blocks(self) -> int:
        """How many blocks a turn may have."""
        return whole_number(self.facts.get("blocks"), BLOCKS) or BLOCKS

    @property
    def over(self) -> list[str]:
        """The files and folders that it is over, relative to the workspace where they lie inside."""
        return listed(self.facts, "over")

    @property
    def source(self) -> Mapping[str, Any]:
        """The session and the head that it was attached from; empty for one that was not."""
        return mapping(self.facts, "source")

    @property
    def untrusted(self) -> tuple[str, ...]:
        """The texts in its state that nobody vouches for, its own and those of the session it came from."""
        return tuple(listed(self.facts, "untrusted"))

    def turns(self) -> list[Turn]:
        """Its turns in order."""
        own = [*self.name.number.split(".")] if self.name.number else []
        turns = []
        for document_id in self.workspace.run_documents(self.run):
            name = parse_id(document_id)
            parts = name.number.split(".")
            if name.kind == TURN and name.level == "tool" and parts[:-1] == own:
                document = whole(self.store.load(document_id), document_id)
                turns.append(Turn(self.id, int(parts[-1]), document))
        return sorted(turns, key=lambda turn: turn.number)

    def documents_below(self, turn_id: str) -> dict[str, Document]:
        """The documents of a turn's leaves, of its children, and of all below them, by their ids."""
        number = parse_id(turn_id).number
        return {
            document_id: whole(self.store.load(document_id), document_id)
            for document_id in self.workspace.run_documents(self.run)
            if parse_id(document_id).number.startswith(f"{number}.")
        }

    def steering(self) -> list[Steer]:
        """What its operator said, in the order of §2."""
        return steering_in(self.document.body(2))

    def heads(self) -> list[PublishedHead]:
        """Every head that its turns published, oldest first, with how it stands."""
        rejected = {steer.head: steer.text for steer in self.steering() if steer.what == "reject"}
        heads: list[PublishedHead] = []
        for turn in self.turns():
            if not turn.head:
                continue
            head, kind = str(turn.head.get("id")), str(turn.head.get("kind"))
            standing: Standing = "older" if kind == "final" else "partial" if kind == "partial" else "wreckage"
            if head in rejected:
                standing = "rejected"
            heads.append(PublishedHead(self.id, turn.number, head, kind, standing, rejected.get(head, "")))
        for place in reversed(range(len(heads))):
            if heads[place].standing == "older":
                heads[place] = replace(heads[place], standing="current")
                break
        return heads

    def current(self, before: int | None = None) -> PublishedHead | None:
        """The head that resume takes: the last that is sound and not rejected; `before` a turn, if given."""
        heads = (head for head in self.heads() if before is None or head.turn < before)
        return next((h for h in reversed(list(heads)) if h.standing in ("current", "older")), None)

    def head(self, given: str) -> tuple[Turn, Head]:
        """The turn and the head that an id, or a unique beginning of one, names; HeadError where none does."""
        turns = [turn for turn in self.turns() if given and str(turn.head.get("id", "")).startswith(given)]
        if len({turn.head["id"] for turn in turns}) != 1:
            problem = f"begins {len(turns)} heads" if turns else "is no head"
            raise HeadError(f"{given!r} {problem} of session {self.id}; `pandora session heads` lists them")
        return turns[-1], self.read(turns[-1])

    def read(self, turn: Turn) -> Head:
        """The head of a turn; raises HeadError where it published none, or one of another version."""
        if not turn.head:
            raise HeadError(f"{turn.document.path}: turn {turn.number} published no head")
        return read_head(self.store, turn.head, turn.document.path)

    def basis(self, number: int) -> dict[str, Any]:
        """What turn `number` begins from: an entry `{head, turn}` or `{head, session}`; {} for nothing."""
        chosen = next((s.head for s in reversed(self.steering()) if (s.what, s.turn) == ("from", number)), "")
        if chosen:
            turn, _ = self.head(chosen)
            return {"head": str(turn.head["id"]), "turn": turn.number}
        if current := self.current(number):
            return {"head": current.id, "turn": current.turn}
        return dict(self.source)


def is_edited(document: Document) -> bool:
    """True where a section's text is not the one that its record says."""
    return any(record.text != document.digest(number) for number, record in section_records(document).items())


def steering_in(body: str) -> list[Steer]:
    """The lines of steering in §2 of a session."""
    return [
        Steer(int(match["turn"]), match["what"], match["head"] or "", (match["text"] or "").strip())
        for match in _STEER.finditer(body)
    ]


def steered(document: Document, steer: Steer) -> Document:
    """The session's document with a line of steering added to §2."""
    stood = str(parse(STEERING, document.body(2)).values.get("steering", ""))
    lines = [*(line for line in stood.split("\n") if line.strip()), steer.line]
    new = document.splice(2, render(STEERING, {"steering": "\n" + "\n".join(lines)}))
    records = section_records(new)
    records[2] = Record("code", new.digest(2), digest("steering"))
    return with_records(new, records)


def new_session(
    session: Session,
    task: str,
    created: str,
    model: Model,
    budget: Budget,
    facts: Mapping[str, Any],
    parent: str | None = None,
    by: str = "person",
) -> Document:
    """Write the document of a new session; `facts` are the entries of its key `session`."""
    name = session.name
    identity = {
        "Level": name.level,
        **({"Type": name.kind} if name.kind else {}),
        "Parent": f"{parent}.md" if parent else "none",
        "Pattern": SESSION_PATTERN,
        "Created": created,
    }
    keys: dict[str, Any] = {
        "pandora": 1,
        "id": session.id,
        "status": Status.RUNNING.value,
        "phase": "do",
        "attempt": 1,
        **keys_of_model(model),
        "budget": dict(vars(budget)),
        **({"by": by} if by != "person" else {}),
        KEY: dict(facts),
    }
    path = session.workspace.relative(session.workspace.document(session.id))
    document = new_document(path, identity, keys, session.id).splice(1, f"Task:{indent(task)}")
    record = Record("code", document.digest(1), digest("session"), at=created)
    return session.store.create(session.id, document.with_meta(sections=stored({1: record})))


def with_turns(
    document: Document, turns: Sequence[Turn], children: Sequence[tuple[str, str]], current: int
) -> Document:
    """The session's document with its turns in §3, what its current value is in §5, and its status.

    `children` are the ids and the statuses of the sessions that its turns delegated to. `current` is the turn
    that published the current head, 0 where there is none.
    """
    lines = ["Child loops:", *(f"- {turn.id}.md → {turn.status.upper()}" for turn in turns)]
    lines += [f"- {child}.md → {status.upper()}" for child, status in children]
    new = document.splice(3, "\n".join(lines))
    value = next((turn.document.body(5) for turn in turns if turn.number == current), "")
    if value or new.body(5).strip():
        new = new.splice(5, value)
    records = section_records(new)
    records.pop(5, None)
    for number in (3, 5):
        if new.body(number).strip():
            records[number] = Record("code", new.digest(number), digest("turns"))
    status = turns[-1].status if turns else Status.RUNNING.value
    if status == Status.ACCEPTED.value and not new.body(5).strip():
        status = Status.RUNNING.value
    return with_records(new.with_meta(status=status), records)


def sessions_of(workspace: Workspace, store: Store) -> list[Session]:
    """Every session that is the root of a run, newest first; runs that cannot be read are left out."""
    dated: list[tuple[str, Session]] = []
    for root in workspace.runs():
        session = Session(store, root)
        try:
            document = session.document
        except (UsageError, DocumentError):
            continue
        created = re.search(r"^Created: *(\S+)", document.body(0), re.M)
        dated.append((created[1] if created else "", session))
    return [session for _, session in sorted(dated, key=lambda pair: pair[0], reverse=True)]


def named_session(workspace: Workspace, store: Store, given: str | None) -> Session:
    """The session that a run, a beginning of one or a document of it names; the newest for None or `last`.

    Raises UsageError where there is none, and DocumentError where its document is broken.
    """
    if given is None or given.strip().lower() == "last":
        sessions = sessions_of(workspace, store)
        if not sessions:
            begin = 'pandora session start "QUESTION"'
            raise UsageError(f"{workspace.state} holds no session yet; `{begin}` makes one")
        return sessions[0]
    document_id = workspace.resolve(given)
    name = parse_id(document_id)
    if name.kind == TURN:
        above = name.number.rpartition(".")[0]
        document_id = str(Name("tool", SESSION, name.run, above)) if above else f"system-{name.run}"
    session = Session(store, document_id)
    _ = session.document  # one that is no session's is refused
    return session
