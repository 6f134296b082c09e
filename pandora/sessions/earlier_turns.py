"""What the turns before a turn were asked and came to, so that "those" and "and now" mean something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from pandora.document.fill import one_line
from pandora.sessions.session_document import Session, Turn

MOST = 3
"""How many turns a turn is told of, the nearest ones."""
_LONGEST = 100
"""Characters of a value that are shown; the variables have it whole."""


def earlier_text(session: Session, basis: Mapping[str, Any]) -> str:
    """A line for each of the turns that led to a basis (`{head, turn}` or `{head, session}`), oldest first."""
    turns = islice(_turns_back(session, basis), MOST)
    lines = [f"- {one_line(turn.task)} → {_shortened(place.read(turn).text)}" for place, turn in turns]
    return "\n".join(reversed(lines))


def _turns_back(session: Session, basis: Mapping[str, Any]) -> Iterator[tuple[Session, Turn]]:
    """The turns from a basis back to where the first of them began, over the sessions that they are in."""
    passed: set[str] = set()
    while basis and str(basis["head"]) not in passed:
        passed.add(str(basis["head"]))
        if basis.get("session"):
            session = Session(session.store, str(basis["session"]))
        turn = next((turn for turn in session.turns() if turn.head.get("id") == basis["head"]), None)
        if turn is None:  # the head is kept, the turn that published it has another one since
            return
        yield session, turn
        basis = turn.basis


def _shortened(value: str) -> str:
    line = one_line(value)
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
