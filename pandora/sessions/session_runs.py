"""Begin a session, take its turns, go on with what was stopped or edited, and attach to a head."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Usage
from pandora.disk.lease import delete_abandoned as tidy_leases
from pandora.disk.recovery import recover
from pandora.disk.store import Store
from pandora.document.ids import ID, Name, new_run
from pandora.document.meta_values import mapping, whole_number
from pandora.document.state_document import Document
from pandora.document.task_text import task_of
from pandora.engine.host import Host
from pandora.engine.run import alone, tidy_task
from pandora.engine.trust import MOST
from pandora.errors import DocumentError, UsageError
from pandora.interrupt import Interrupted
from pandora.outcome import EXIT_CODES, Status
from pandora.sessions.capabilities import Capabilities
from pandora.sessions.delegates import PART_BYTES, Delegates, settle_session, source_entry, used_below
from pandora.sessions.session_document import (
    BLOCKS,
    TURN,
    Session,
    Steer,
    Turn,
    is_edited,
    new_session,
    steered,
)
from pandora.sessions.state_view import area_of, texts_in
from pandora.sessions.text_inputs import TextInputs, read
from pandora.sessions.turn_loop import TurnEnd, TurnStart, head_of, run_turn
from pandora.task import Author, Task

CEILINGS = ("calls", "tokens", "seconds", "depth")
"""The settings that are ceilings of a run."""
OPEN = 4
"""The exit code of a turn that stays open."""


@dataclass(frozen=True)
class TurnReport:
    """How a turn ended in this process: its session, its number, its end, and what it used.

    `turn` is None where there was nothing to do.
    """

    session: Session
    number: int
    turn: TurnEnd | None
    usage: Usage
    seconds: float

    @property
    def exit_code(self) -> int:
        """The exit code of the command: 0 for FINAL, 4 without one, 5 where it failed."""
        if self.turn is None:
            return 0 if self.session.current() else OPEN
        return OPEN if self.turn.status is Status.RUNNING else EXIT_CODES[self.turn.status]

    @property
    def failed(self) -> int:
        """How many failed lanes stand in the state of the head that the turn published."""
        state = self.turn.head.state if self.turn and self.turn.head else ""
        failures = area_of(self.session.store, state, "failures").values() if state else ()
        return sum(value.status == "failed" for value in failures)

    @property
    def entry(self) -> dict[str, Any]:
        """The report as plain values: what `--json` prints and a client of the protocol gets."""
        end, current = self.turn, self.session.current()
        number = current.turn if current else 0
        published = next((turn for turn in self.session.turns() if turn.number == number), None)
        output = end.text if end else published.document.body(5) if published else ""
        return {
            "session": self.session.run if not self.session.name.number else self.session.id,
            "turn": self.number,
            "status": end.status.value if end else "accepted" if current else "running",
            "value": output or None,
            "head": end.head.id if end and end.head else current.id if current else None,
            "kind": end.head.kind if end and end.head else "final" if current else None,
            "current": current.id if current else None,
            "reason": (end.reason if end else "") or None,
            "failed": self.failed,
            "usage": {
                "calls": self.usage.calls,
                "prompt_tokens": self.usage.prompt,
                "evaluated_tokens": self.usage.evaluated,
                "written_tokens": self.usage.written,
                "seconds": round(self.seconds, 1),
            },
        }


def start(
    text: str,
    host: Host,
    budget: Budget,
    over: Sequence[Path] = (),
    blocks: int = BLOCKS,
    run: str = "",
    by: Author = "person",
    fixed: Collection[str] = (),
) -> TurnReport:
    """Begin a session with its first turn; `over` are the files and folders that it is about.

    `run` is the id that it gets, six letters and digits, where the caller chooses one. The ceilings of the
    budget that are not `fixed` grow with the texts.
    """
    words = host.redact(tidy_task(text))
    folder = [relative(host, path) for path in over]
    texts = inputs_of(host, folder).texts  # what cannot be read is told before anything is made
    strange = [name for name in texts if host.policy.distrusts(name)]
    budget = budget_for_texts(budget, texts.values(), fixed)
    facts = {
        "blocks": blocks,
        "capabilities": Capabilities(read=tuple(folder)).entry,
        **({"over": folder} if folder else {}),
        **({"untrusted": strange[:MOST]} if strange else {}),
    }
    return _begin(words, host, budget, facts, run, by)


def attach(
    given: str,
    text: str,
    host: Host,
    budget: Budget,
    run: str = "",
    by: Author = "person",
    fixed: Collection[str] = (),
) -> TurnReport:
    """Begin a session from a head: `given` is a head's id, or a session, of which the latest sound head counts.

    The source does not change by a byte. Raises HeadError where there is no such head; nothing is made then.
    The ceilings of the budget that are not `fixed` grow with the texts in the head's state.
    """
    words = host.redact(tidy_task(text))
    entry = source_entry(host.store, given)
    source = Session(host.store, entry["session"])
    own = replace(source.capabilities, depth=max(source.capabilities.depth, Capabilities().depth))
    facts = {"blocks": source.blocks, "capabilities": own.entry, "source": entry}
    facts |= {"untrusted": list(source.untrusted)} if source.untrusted else {}
    budget = budget_for_texts(
        budget, texts_in(host.store, head_of(host.store, source, entry).state).values(), fixed
    )
    return _begin(words, host, budget, facts, run, by)


def budget_for_texts(budget: Budget, texts: Iterable[bytes], fixed: Collection[str] = ()) -> Budget:
    """The budget with ceilings that let every part of the texts be read once; `fixed` ones stay."""
    size = sum(map(len, texts))
    room = {
        "calls": budget.calls + size // PART_BYTES,
        "tokens": budget.tokens + size * 2,
        "seconds": budget.seconds + size // 25,
    }
    return replace(budget, **{name: value for name, value in room.items() if name not in fixed})


def _begin(text: str, host: Host, budget: Budget, facts: Mapping[str, Any], run: str, by: Author) -> TurnReport:
    refuse_id(host.store, run)
    session = Session(host.store, str(Name("system", "", run or new_run(), "")))
    budget = budget.scaled(host.model.context)
    with alone(host, session.run):
        new_session(session, text, host.now(), host.model, budget, facts, by=by)
        return _take(session, 1, text, host, budget, by)


def turn(
    session: Session,
    text: str,
    host: Host,
    budget: Budget,
    by: Author = "person",
    fixed: Collection[str] = (),
) -> TurnReport:
    """Take the session's next turn, from its current head.

    Raises UsageError where the last turn is still open, and HeadError where the head cannot be read. The
    ceilings of the budget that are not `fixed` grow with the texts in the head's state.
    """
    words = host.redact(tidy_task(text))
    with alone(host, session.run):
        _recover(session, host)
        turns = refuse_open(session)
        number = turns[-1].number + 1 if turns else 1
        if basis := session.basis(number):
            # A head that cannot be read is told before anything is made.
            state = head_of(host.store, session, basis).state
            budget = budget_for_texts(budget, texts_in(host.store, state).values(), fixed)
        return _take(session, number, words, host, budget.scaled(host.model.context), by)


def refuse_id(store: Store, run: str) -> None:
    """Raise UsageError where a person's id for a new session is none, or is taken; "" is chosen by code."""
    if run and not ID.match(f"system-{run}"):
        raise UsageError(f"{run!r} is no id of a session: give six small letters and digits")
    if run and store.exists(f"system-{run}"):
        raise UsageError(f"{run} is taken; `pandora session turn {run}` takes the session's next turn")


def refuse_open(session: Session) -> Sequence[Turn]:
    """The session's turns; raises UsageError where the last one is open."""
    turns = session.turns()
    if turns and _unfinished(turns[-1]):
        problem = f"turn {turns[-1].number} is open"
        raise UsageError(f"{problem}; `pandora session resume {session.run}` goes on with it")
    return turns


def resume(session: Session, host: Host, budget: Budget | None = None, blocks: int | None = None) -> TurnReport:
    """Go on with a session: an open turn, or what a person's edit made stale.

    Where there is neither, nothing is asked and nothing runs. A `budget` or more `blocks` reopen a last turn
    that ended without FINAL.
    """
    with alone(host, session.run):
        _recover(session, host)
        turns = session.turns()
        if not turns:
            kept = budget or _budget_of(session.document)
            return _take(session, 1, task_of(session.document), host, kept, _author(session.document), blocks)
        first = first_to_do(session, raised=bool(budget or blocks))
        report = TurnReport(session, turns[-1].number if turns else 0, None, Usage(), 0.0)
        for turn in turns if first else ():
            if turn.number < first:
                continue
            kept, by = budget or _budget_of(turn.document), _author(turn.document)
            report = _take(session, turn.number, turn.task, host, kept, by, blocks)
            if report.turn is None or report.turn.status is not Status.ACCEPTED:
                break
        return report


def steer(session: Session, what: str, head: str = "", text: str = "") -> Steer:
    """Write a line of steering for the next turn, or for the one that is open; returns it."""
    return steer_all(session, [(what, head, text)])[0]


def steer_all(session: Session, given: Iterable[tuple[str, str, str]]) -> list[Steer]:
    """Write lines of steering, each given as what it is, its head and its words; returns them.

    Raises HeadError where a head is none of the session, and UsageError for a line that says nothing; then
    none is written.
    """
    steering = [_steering(session, what, head, text) for what, head, text in given]

    def written(document: Document) -> Document:
        for line in steering:
            document = steered(document, line)
        return document

    session.store.save(session.document, written)
    if any(line.what == "reject" for line in steering):
        settle_session(session)
    return steering


def _steering(session: Session, what: str, head: str, text: str) -> Steer:
    if what in ("reject", "from"):
        head = str(session.head(head)[0].head["id"])
    elif not text.strip():
        raise UsageError(f"say what to {what}: its text is empty")
    if what == "reject" and not text.strip():
        raise UsageError("say why the head is rejected; the reason stays with it")
    turns = session.turns()
    number = turns[-1].number + (0 if _unfinished(turns[-1]) else 1) if turns else 1
    return Steer(number, what, head, " ".join(text.split()))


def first_to_do(session: Session, raised: bool) -> int:
    """The first turn that is open, failed or edited, or, if `raised`, that ended without FINAL; 0 for none."""
    turns = session.turns()
    for turn in turns:
        last = turn is turns[-1]
        below = [turn.document, *session.documents_below(turn.id).values()]
        if any(is_edited(document) for document in below) or (last and _unfinished(turn)):
            return turn.number
        if last and raised and turn.status == Status.ESCALATED.value:
            return turn.number
    return 0


def _unfinished(turn: Turn) -> bool:
    return turn.open or turn.status == Status.FAILED.value


def _author(document: Document) -> Author:
    return "client" if document.meta.get("by") == "client" else "person"


def _budget_of(document: Document) -> Budget:
    recorded = mapping(document.meta, "budget")
    fields = Budget.__dataclass_fields__
    return Budget(**{key: whole_number(recorded[key]) for key in fields if key in recorded})


def _recover(session: Session, host: Host) -> None:
    """Tidy what a killed engine left of this run."""
    host.workspace.require_unarchived(session.run)
    names = host.workspace.names()
    tidy_leases(host.workspace.state, names)
    for torn, message in recover(host.workspace, session.run, names):
        host.tell(torn, None, "note", message)


def _take(
    session: Session,
    number: int,
    text: str,
    host: Host,
    budget: Budget,
    by: Author,
    blocks: int | None = None,
) -> TurnReport:
    """Run turn `number` under its own ledger, which counts what the turn and all below it used before."""
    own = session.name.number
    place = f"{own}.{number}" if own else str(number)
    used = used_below(session, place)
    host.ledger.ceiling, host.ledger.usage = budget, replace(used)
    host.open_account(session.run, used)
    distrusted = dict.fromkeys([*session.untrusted, *filter(host.policy.distrusts, session.over)])
    task = Task(
        text,
        level="tool",
        kind=TURN,
        run=session.run,
        parent=session.id,
        number=place,
        budget=budget,
        untrusted=tuple(distrusted),
        by=by,
    )
    inputs = inputs_of(host, session.over if number == 1 else (), session.id)
    begun = TurnStart(
        session,
        number,
        task,
        texts=inputs.texts,
        blocks=blocks or session.blocks,
        missing=inputs.left_out,
    )
    try:
        ended = run_turn(begun, host, Delegates)
    except KeyboardInterrupt:
        with suppress(UsageError, DocumentError):
            settle_session(session)
        raise Interrupted(session.run, "pandora session resume") from None
    settle_session(session)
    return TurnReport(session, number, ended, host.spent(session.run), host.clock() - host.started)


def relative(host: Host, path: Path) -> str:
    """A path as the session records it, relative to the workspace."""
    return Path(os.path.relpath(path.resolve(), host.workspace.root.resolve())).as_posix()


def inputs_of(host: Host, paths: Sequence[str], document: str = "") -> TextInputs:
    """The texts of files and folders of the workspace; what of a folder is left out is told of `document`."""
    if not paths:
        return TextInputs({}, {})
    inputs = read(paths, host.workspace.root, host.policy.hides)
    for path, reason in inputs.left_out.items() if document else ():
        host.tell(document, None, "note", f"{path} is left out: {reason}")
    return inputs
