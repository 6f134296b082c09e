"""What a turn's code asks of the engine: leaves, and children in sessions of their own, each a loop."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, TypeVar

from pandora.budget import Usage, used_of
from pandora.disk.store import Store
from pandora.document.counted import counted
from pandora.document.ids import Name, parse_id
from pandora.document.meta_values import listed
from pandora.engine.loop import Loop
from pandora.errors import AwayError, CeilingError, UsageError
from pandora.outcome import Status
from pandora.sessions.capabilities import CapabilityError
from pandora.sessions.delegation import ChildReply, ChildRequest, LeafReply, LeafRequest
from pandora.sessions.heads import HeadError
from pandora.sessions.leaves import UNANSWERED, Leaf, ask_leaf
from pandora.sessions.reading_plan import NEITHER
from pandora.sessions.reserved_ledger import reserved
from pandora.sessions.session_document import (
    SESSION,
    TURN,
    Session,
    Turn,
    named_session,
    new_session,
    sessions_of,
    with_turns,
)
from pandora.sessions.text_parts import OVERLAP, PART, too_large
from pandora.sessions.turn_loop import TurnEnd, TurnStart, run_turn
from pandora.task import Task

CHILD_CALLS = 12
"""The most model calls of a child."""
PART_BYTES = 40
"""The bytes of the shortest parts for which a session over texts has a call each."""
LEAST_CALLS = 3
"""The calls without which no child starts: its design, a block, and one to spare."""
T = TypeVar("T")


class Delegates:
    """Answers what the code of one turn asks: `ask` for leaves, `delegate` for children.

    Both give one reply for each lane, in the order of the lanes, whichever ended first. What fails is a reply
    of its own, so the other lanes stay. A model that is away is none of theirs: AwayError ends the turn, which
    asks the lanes that have no answer when it goes on.
    """

    def __init__(self, turn: Loop, start: TurnStart) -> None:
        self._turn, self._start = turn, start
        self._host = turn.host
        self._capabilities = start.session.capabilities
        self._said: dict[str, list[int]] = {}

    def begin_block(self, number: int) -> None:
        """Count anew for the block `number`."""
        self._said = {}

    def delegated(self) -> list[str]:
        """What the block delegated: the verb, how many lanes, how many of them failed."""
        lines = []
        for verb, (lanes, failed) in self._said.items():
            what = counted(lanes, "lane")
            lines.append(f"{verb}: {what}, {failed} failed" if failed else f"{verb}: {what}")
        return lines

    def ask(self, request: LeafRequest) -> Sequence[LeafReply]:
        """One leaf for each text."""
        lanes = tuple(request.lanes)
        if request.verb not in self._capabilities.verbs:
            refused = LeafReply(error=f"this session may not call {request.verb}", kind="capability")
            return [refused for _ in lanes]

        choices, above = tuple(request.choices), f"{self._turn.task.number}.{request.key}"

        lock = threading.Lock()

        def without() -> LeafReply:
            """The reply without a text: the lane 0, of which the block gets nothing."""
            with lock:  # after the first call its document answers
                leaf = Leaf(request.question, choices=choices, examples=request.examples)
                return ask_leaf(self._host, self._turn, f"{above}.0", leaf)

        def answer(place: int) -> LeafReply:
            # Of no text, `neither` is the right answer, and says nothing of how readily it is given.
            weighs = self._host.scaffold and NEITHER not in choices and request.texts[place]
            calibrated = without if weighs else None
            leaf = Leaf(
                request.question,
                request.texts[place],
                choices,
                request.shape,
                without=calibrated,
                examples=request.examples,
            )
            reply = ask_leaf(self._host, self._turn, f"{above}.{lanes[place] + 1}", leaf)
            return replace(reply, child=name_within_run(reply.child))

        replies = self._in_order(answer, len(lanes))
        self._count(request.verb, [bool(reply.error) for reply in replies])
        return replies

    def delegate(self, request: ChildRequest) -> Sequence[ChildReply]:
        """One child for each lane."""
        lanes = tuple(request.lanes)
        if request.verb not in self._capabilities.verbs or self._capabilities.depth < 1:
            why = "delegate deeper" if request.verb in self._capabilities.verbs else f"call {request.verb}"
            return [_failed("capability", f"this session may not {why}") for _ in lanes]
        calls = self._calls_for_each(request)

        def work(place: int) -> ChildReply:
            number = f"{self._turn.task.number}.{request.key}.{lanes[place] + 1}"
            values = request.values[place] if request.values else {}
            reply = self._child(number, values, request, calls)
            session, child = map(name_within_run, (reply.session, reply.child))
            return replace(reply, session=session, child=child)

        replies = self._in_order(work, len(lanes))
        self._count(request.verb, [reply.status == "failed" for reply in replies])
        return replies

    def _count(self, verb: str, failed: Sequence[bool]) -> None:
        before = self._said.get(verb, [0, 0])
        self._said[verb] = [before[0] + len(failed), before[1] + sum(failed)]

    def _in_order(self, work: Callable[[int], T], count: int) -> list[T]:
        """The results of `work` for each place, at once where the host has jobs for that."""
        if self._host.jobs < 2 or count < 2:
            return [work(place) for place in range(count)]
        with self._host.executor(min(self._host.jobs, count)) as pool:
            return list(pool.map(work, range(count)))

    def _calls_for_each(self, request: ChildRequest) -> int:
        """How many calls each child gets, of those that the ledger has left: more where it reads long texts."""
        ledger = self._host.ledger
        left = ledger.ceiling.calls - ledger.usage.calls - ledger.reserved_calls
        longest = max((sum(map(len, texts_among(values).values())) for values in request.values), default=0)
        of_a_part = (PART - OVERLAP) if request.choices else PART_BYTES
        return min(CHILD_CALLS + longest // of_a_part, left // max(1, len(request.lanes)))

    def _child(self, number: str, values: Mapping[str, bytes], request: ChildRequest, calls: int) -> ChildReply:
        """Run a child's first turn in the session `tool-session-RUN-NUMBER`, or take it up where it is."""
        host, turn = self._host, self._turn
        session = Session(host.store, str(Name("tool", SESSION, turn.task.run, number)))
        try:
            facts = self._facts(session, request)
        except HeadError as error:
            return _failed("unknown-head", str(error))
        except CapabilityError as error:
            return _failed("capability", str(error))
        task = self._task_of(session, request.assignment, listed(facts, "untrusted"))
        finished = (
            host.store.exists(session.id) and session.document.meta.get("status") == Status.ACCEPTED.value
        )
        if not finished and calls < LEAST_CALLS:
            return _failed("budget", f"{calls} calls are left for a child, and it needs {LEAST_CALLS}")
        if not host.store.exists(session.id):
            new_session(session, task.text, host.now(), host.model, task.budget, facts, turn.id, task.by)
        texts = texts_among(values)
        start = TurnStart(
            session,
            1,
            task,
            _contract(request),
            texts,
            {} if texts else dict(values),
            self._start.blocks,
            choices=request.choices,
        )
        try:
            with nullcontext(host) if finished else reserved(host, calls) as child_host:
                ended = run_turn(start, child_host, Delegates)
        except CeilingError as error:
            return _failed("budget", str(error), session.id)
        settle_session(session)
        if ended.away:
            raise AwayError(ended.reason)
        return _reply(session, ended, self._used(number))

    def _facts(self, session: Session, request: ChildRequest) -> dict[str, Any]:
        """The entries of the child's key `session`: its capabilities, and the head that it is attached from."""
        capabilities = self._capabilities.child()
        facts: dict[str, Any] = {"blocks": self._start.blocks, "capabilities": capabilities.entry}
        if request.verb == "attach_rlm":
            given = id_within_run(request.source, self._turn.task.run)
            facts["source"] = source_entry(session.store, given, self._start.session)
            source = Session(session.store, facts["source"]["session"])
            capabilities.refuse_source(replace(source.capabilities, depth=capabilities.depth), source.id)
            facts |= {"untrusted": list(source.untrusted)} if source.untrusted else {}
        return facts

    def _task_of(self, session: Session, assignment: str, strange: Sequence[str]) -> Task:
        above, untrusted = self._turn.task, dict.fromkeys([*self._turn.untrusted, *strange])
        return Task(
            assignment,
            level="tool",
            kind=TURN,
            run=above.run,
            parent=session.id,
            number=f"{session.name.number}.1",
            budget=above.budget.child(self._host.count(assignment), "tool"),
            untrusted=tuple(untrusted),
            by=above.by,
        )

    def _used(self, number: str) -> Usage:
        """What the documents of a child used, itself and all below it."""
        return used_below(self._start.session, number)


def name_within_run(document_id: str) -> str:
    """How a block knows a document of its own run: `session-1.2.1.1`, `leaf-1.2.1.3`; "" stays.

    The run's id is left out: it would make the heads of equal work differ.
    """
    if not document_id:
        return ""
    name = parse_id(document_id)
    return f"{name.kind}-{name.number}"


def id_within_run(given: str, run: str) -> str:
    """The id of the session that `given` names as a block knows it; anything else as it is."""
    kind, _, number = given.partition("-")
    known = kind == SESSION and number.replace(".", "").isdecimal()
    return str(Name("tool", SESSION, run, number)) if known else given


def used_below(session: Session, number: str) -> Usage:
    """What the documents of a run with this number, or one below it, used together."""
    total = Usage()
    for document_id in session.workspace.run_documents(session.run):
        name = parse_id(document_id)
        if name.number == number or name.number.startswith(f"{number}."):
            total.add(used_of(session.store.load(document_id).meta))
    return total


def source_entry(store: Store, given: str, near: Session | None = None) -> dict[str, str]:
    """The entry `source` of a session attached from `given`: a head's id, or a session's latest sound head.

    A head is looked for in the session `near` first, then in its run, then in all sessions of the workspace.
    Raises HeadError.
    """
    for place in _places(store, near):
        turns = [turn for turn in place.turns() if turn.head and str(turn.head["id"]) == given]
        if turns:
            return _readable(place, turns[-1])
    try:
        named = named_session(store.workspace, store, given)
    except UsageError:
        raise HeadError(f"{given!r} is no head and no session; `pandora session heads` lists them") from None
    current = named.current()
    if current is None:
        raise HeadError(f"session {named.id} has no sound head yet; give the id of another head")
    turn = next(turn for turn in named.turns() if turn.number == current.turn)
    return _readable(named, turn)


def _readable(session: Session, turn: Turn) -> dict[str, str]:
    """The entry of a turn's head; raises HeadError where the head cannot be read, so that nothing is made."""
    head = session.read(turn)
    return {"session": session.id, "head": head.id, "blob": str(turn.head["blob"])}


def _places(store: Store, near: Session | None) -> Iterator[Session]:
    """The session `near`, then all sessions of the workspace, those of its own run first."""
    if near is not None:
        yield near
    roots = [root.run for root in sessions_of(store.workspace, store)]
    for run in sorted(roots, key=lambda run: near is None or run != near.run):
        for document_id in store.workspace.run_documents(run):
            if parse_id(document_id).kind == SESSION or document_id == f"system-{run}":
                yield Session(store, document_id)


def settle_session(session: Session) -> None:
    """Write into the session's document which turns and children it has, its current value and its status."""
    turns = session.turns()
    prefixes = tuple(f"{turn.document.meta['id']}".rpartition("-")[2] + "." for turn in turns)
    children = []
    for document_id in session.workspace.run_documents(session.run):
        name = parse_id(document_id)
        if (
            name.kind == SESSION
            and name.number.startswith(prefixes)
            and name.number.count(".") == _depth(turns) + 3
        ):
            status = str(session.store.load(document_id).meta.get("status", ""))
            children.append((document_id, status))
    current = session.current()
    number = current.turn if current else 0
    session.store.save(session.document, lambda document: with_turns(document, turns, children, number))


def _depth(turns: Sequence[Any]) -> int:
    return str(parse_id(turns[0].id).number).count(".") if turns else 0


def texts_among(values: Mapping[str, bytes]) -> dict[str, bytes]:
    """The values of a child that are its texts to read: all, where one is too long for a leaf; else none."""
    texts = {name: json.loads(encoded) for name, encoded in values.items()}
    if not all(isinstance(text, str) for text in texts.values()) or not too_large([*texts.values()]):
        return {}
    return {name: text.encode("utf-8", "surrogateescape") for name, text in texts.items()}


def _contract(request: ChildRequest) -> str:
    shape = json.dumps(request.shape, ensure_ascii=False)
    if request.choices:
        shape = f"one of {', '.join(request.choices)}"
    return f"Boundary: {request.boundary}\nReturn: {shape}\nMissing: {request.missing}"


def _failed(kind: str, error: str, session: str = "", head: str = "") -> ChildReply:
    return ChildReply(
        status="failed",
        session=session,
        head=head,
        usage=Usage(),
        error=error,
        kind=kind,
        child=session,
    )


def _reply(session: Session, ended: TurnEnd, usage: Usage) -> ChildReply:
    """What the parent gets to know: status, value, session, head and usage, and nothing else."""
    head = ended.head.id if ended.head else ""
    if ended.status is Status.ACCEPTED:
        return ChildReply("final", ended.value or b"", session.id, head, usage, child=session.id)
    if ended.head is not None and ended.head.kind == "partial":
        return ChildReply("partial", ended.value or b"", session.id, head, usage, child=session.id)
    kind = "budget" if ended.ceiling else "no-final"
    reason = ended.reason or "no FINAL"
    if ended.status is Status.FAILED:
        kind, reason = "error", UNANSWERED
    return replace(_failed(kind, reason, session.id, head), usage=usage)
