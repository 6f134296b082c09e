"""A session as plain values for people and programs: turns, heads, edges, tree, one head, one variable.

All is read from the documents and their blobs. No model is asked, no code runs, and nothing is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pandora.budget import Usage, used_of
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.links import parent_of
from pandora.document.task_text import task_of
from pandora.errors import UsageError
from pandora.outcome import Status
from pandora.sessions.block_section import read_blocks
from pandora.sessions.heads import Head, HeadError
from pandora.sessions.session_document import (
    KEY,
    LEAF,
    SESSION,
    PublishedHead,
    Session,
    Turn,
    sessions_of,
)
from pandora.sessions.state_view import values_of

Entry = dict[str, Any]


def turn_entries(session: Session) -> list[Entry]:
    """Each turn: number, document, status, what it was asked, head and basis, blocks and calls."""
    return [_turn_entry(session, turn) for turn in session.turns()]


def _turn_entry(session: Session, turn: Turn) -> Entry:
    used = used_of(turn.document.meta)
    return {
        "turn": turn.number,
        "document": turn.id,
        "status": "open" if turn.open else turn.status,
        "task": turn.task,
        "basis": turn.basis.get("head"),
        "head": turn.head.get("id"),
        "kind": turn.head.get("kind"),
        "blocks": len(read_blocks(turn.document.body(3))),
        "nudges": turn.document.meta.get("nudges", 0),
        "leaves": len(leaves_of(session, turn)),
        "children": [child.id for child in children_of(session, turn)],
        "calls": used.calls,
        "why": str(turn.document.meta.get("stopped") or "") or None,
    }


def head_entries(session: Session) -> list[Entry]:
    """Each head: id, turn, kind, how it stands (current, older, partial, rejected, wreckage), and why."""
    return [_head_entry(session, head) for head in session.heads()]


def _head_entry(session: Session, published: PublishedHead) -> Entry:
    entry: Entry = {
        "head": published.id,
        "turn": published.turn,
        "kind": published.kind,
        "standing": published.standing,
        "why": published.why or None,
    }
    try:
        head = session.head(published.id)[1]
    except HeadError as error:
        return {**entry, "value": None, "basis": None, "problem": str(error)}
    return {
        **entry,
        "value": head.text or None,
        "basis": head.basis or None,
        "why": published.why or head.reason or None,
        "problem": None,
    }


def head_entry(session: Session, given: str | None) -> Entry:
    """One head in full: value, state by name, checks; without `given` the current one. Raises HeadError."""
    published = _published(session, given)
    turn, head = session.head(published.id)
    return {
        **_head_entry(session, published),
        "session": session.id,
        "document": turn.id,
        "status": head.status or None,
        "expression": head.expression or None,
        "names": list(head.names),
        "checks": [dict(vars(check)) for check in head.checks],
        "state": variables_of(session, head),
    }


def _published(session: Session, given: str | None) -> PublishedHead:
    if given is None:
        current = session.current()
        if current is None:
            raise HeadError(f"session {session.id} has no sound head yet; `pandora session heads` lists all")
        return current
    turn, _ = session.head(given)
    return next(head for head in session.heads() if head.id == turn.head["id"])


def variables_of(session: Session, head: Head) -> list[Entry]:
    """The variables of a head: name, kind, size, how it stands, a stub; and those that were not kept."""
    return [
        {
            "name": value.name,
            "kind": value.kind or None,
            "size": value.size,
            "status": "unrestorable" if value.unrestorable else value.status or None,
            "shown": value.unrestorable or value.stub,
        }
        for value in values_of(session.store, head.state)
    ]


def payload(session: Session, name: str, given: str | None = None) -> Any:
    """The value of a variable at a head, as JSON has it; a text that was given stands in it whole.

    Raises UsageError where the head has no such variable, or did not keep it.
    """
    published = _published(session, given)
    _, head = session.head(published.id)
    values = {value.name: value for value in values_of(session.store, head.state)}
    if name not in values:
        names = ", ".join(list(values)[:10]) or "nothing"
        raise UsageError(f"head {published.id} has no {name!r}; it has {names}")
    if not values[name].blob:
        raise UsageError(f"{name} was not kept: {values[name].unrestorable}")
    return _with_texts(json.loads(session.store.read_blob(values[name].blob)), session.store)


def _with_texts(value: Any, store: Store) -> Any:
    """An encoded value with given texts in the place of their references."""
    if isinstance(value, list):
        return [_with_texts(part, store) for part in value]
    if isinstance(value, dict):
        if value.get("$") == "Text":
            return store.read_blob(str(value["blob"])).decode("utf-8", "replace")
        return {key: _with_texts(part, store) for key, part in value.items()}
    return value


def edges(session: Session) -> list[Entry]:
    """What came from what: head to head by turn, turn to child, head to the session attached from it."""
    entries: list[Entry] = []
    for place in sessions_below(session):
        if source := place.source:
            entries.append({"kind": "attach", "from": source.get("head"), "to": place.id})
        parent = parent_of(place.document)
        if parent and not place.source:
            entries.append({"kind": "child", "from": parent, "to": place.id})
        for turn in place.turns():
            basis, head = turn.basis.get("head"), turn.head.get("id")
            if head:
                entries.append({"kind": "turn", "from": basis, "to": head, "document": turn.id})
    for other in attached_elsewhere(session):
        entries.append({"kind": "attach", "from": other.source.get("head"), "to": other.id})
    return entries


def sessions_below(session: Session) -> Iterator[Session]:
    """The session, and all sessions that its turns delegated to, and so on down."""
    own = session.name.number
    for document_id in session.workspace.run_documents(session.run):
        name = parse_id(document_id)
        inside = not own or name.number == own or name.number.startswith(f"{own}.")
        if inside and (name.kind == SESSION or document_id == f"system-{session.run}"):
            yield Session(session.store, document_id)


def attached_elsewhere(session: Session) -> list[Session]:
    """The sessions of other runs that were attached from a head of this one."""
    ids = {place.id for place in sessions_below(session)}
    roots = sessions_of(session.workspace, session.store)
    return [root for root in roots if root.run != session.run and root.source.get("session") in ids]


def children_of(session: Session, turn: Turn) -> list[Session]:
    """The sessions that a turn delegated to directly."""
    return [place for place in sessions_below(session) if parent_of(place.document) == turn.id]


@dataclass(frozen=True)
class LeafEntry:
    """A leaf as its document has it."""

    document: str
    status: str
    output: str
    used: Usage


def leaves_of(session: Session, turn: Turn) -> list[LeafEntry]:
    """The leaves that a turn asked, in the order of their numbers; those of its children are not among them."""
    leaves = []
    for document_id in session.workspace.run_documents(session.run):
        name = parse_id(document_id)
        if name.kind != LEAF or name.number.split(".")[:-3] != turn.id.rpartition("-")[2].split("."):
            continue
        document = session.store.load(document_id)
        status = str(document.meta.get("status", ""))
        leaves.append(LeafEntry(document_id, status, document.body(5), used_of(document.meta)))
    return leaves


def tree(session: Session) -> Entry:
    """The session with its turns, their heads, leaves and children, nested as they were made."""
    document = session.document
    heads = {head.turn: head for head in session.heads()}
    turns = []
    for turn in session.turns():
        head, leaves = heads.get(turn.number), leaves_of(session, turn)
        turns.append(
            {
                **_turn_entry(session, turn),
                "standing": head.standing if head else None,
                "value": turn.document.body(5) or None,
                "leaves_failed": sum(leaf.status != Status.ACCEPTED.value for leaf in leaves),
                "children": [tree(child) for child in children_of(session, turn)],
            }
        )
    current = session.current()
    return {
        "session": session.id,
        "task": task_of(document),
        "status": str(document.meta.get("status", "")),
        "current": current.id if current else None,
        "source": dict(session.source) or None,
        "turns": turns,
    }


def is_session(meta: Mapping[str, Any]) -> bool:
    """True for the front matter of a session's document."""
    return KEY in meta
