"""A live run of a session with a real model, and eleven checks by code of what it left in its files.

The designs and the blocks of the root's turns are given, so that the run goes where the checks look; leaves and
children are the model's own. The checks read documents and blobs alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.fill import Filled
from pandora.document.form import Form, Group
from pandora.engine.host import Host
from pandora.models.protocol import GREEDY, Call, Model, Prompt, Reply, Sampling
from pandora.models.wrapped_model import WrappedModel
from pandora.sessions.session_account import account
from pandora.sessions.session_document import Session
from pandora.sessions.session_runs import attach, resume, start, turn
from pandora.sessions.session_views import leaves_of, sessions_below, variables_of
from pandora.sessions.state_view import values_of

NOTES = """\
The ferry to Brod leaves at 7:40.
The ferry to Kalm leaves at 9:15.
Nothing here about ferries at all, only about rain.
The ferry to Brod costs 12 euros.
The ferry to Kalm costs 19 euros.
"""
FIRST = """\
lines = inputs['notes.txt'].lines
prices = [int(word) for line in lines for word in line.split() if word.isdigit()]
total = sum(prices)
about = map_lm('Is this line about a ferry?', lines[:3], choices=['yes', 'no'])
FINAL(total)"""
SECOND = """\
mean = total / len(prices)
late = map_lm('At what time does the ferry leave?', lines)
FINAL(mean)"""
THIRD = """\
child = rlm('Find the price of the ferry to Kalm, as a whole number.', boundary='use only the given lines',
            shape='integer', missing='return 0', fares=lines[3:])
results['kalm'] = child
grounded = reground("results['kalm']", inputs['notes.txt'])
check('the price stands in the notes', grounded)
FINAL(child.value)"""
FOURTH = "doubled = total + total\nFINAL(doubled)"
BLOCKS = 3
"""The blocks of a turn: a given one, and two more for a child."""
SECOND_CALLS = 4
"""The calls of the second turn: fewer than its lanes, so that some of them fail."""


class GivenBlocks(WrappedModel):
    """A model whose root turns have an empty design and the given blocks; all else is asked of the real one.

    A condition that the real one designs can be of names that no given block has: FINAL would be refused.
    """

    def __init__(self, real: Model, blocks: list[str]) -> None:
        super().__init__(real)
        self.blocks, self.calls = blocks, 0

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """A given block, or an empty design, for a root's turn; else the real model's reply."""
        self.calls += 1
        root = call.kind == "turn" and "." not in call.document.rpartition("-")[2]
        if root and call.phase == "do" and self.blocks:
            return Reply(Filled({"code": self.blocks.pop(0)}), "")
        if root and call.phase in ("understand", "plan"):
            groups = {entry.key: isinstance(entry.slot, Group) for entry in form.asked}
            return Reply(Filled({key: [] if many else "none" for key, many in groups.items()}), "")
        return super().fill(prompt, form, call=call, sampling=sampling, opening=opening)


def dogfood(root: Path, real: Model, tell: Callable[[str], object]) -> list[tuple[str, bool]]:
    """Run the session in the workspace `root`, and return the eleven checks with whether each holds."""
    workspace = Workspace(root)
    (root / "notes.txt").write_text(NOTES, encoding="utf-8")
    budget = Budget(calls=60)

    def host(block: str, calls: int = 60) -> Host:
        model = GivenBlocks(real, [block])
        return Host(workspace, model, Ledger(replace(budget, calls=calls)), scaffold=False)

    tell("turn 1: exact work and leaves")
    first = start("What do the ferries cost together?", host(FIRST), budget, [root / "notes.txt"], BLOCKS)
    session = first.session
    tell("turn 2: some lanes have no call left")
    few = replace(budget, calls=SECOND_CALLS)
    turn(session, "And in the mean? When do they leave?", host(SECOND), few, fixed=["calls"])
    tell("turn 3: a child, re-grounded")
    turn(session, "What does the ferry to Kalm cost?", host(THIRD), budget)
    before = _files(workspace)
    again = GivenBlocks(real, [])
    resumed = resume(session, Host(workspace, again, Ledger(budget), scaffold=False))
    resume_kept = _files(workspace) == before and again.calls == 0 and resumed.turn is None
    tell("a session attached to the first head")
    attached = attach(session.heads()[0].id, "Double it.", host(FOURTH), budget)
    checks = list(_checks(session, attached.session, before))
    return [*checks[:6], ("resume takes the head and asks nothing", resume_kept), *checks[6:]]


def _files(workspace: Workspace) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in workspace.state.glob("*.md")}


def _checks(session: Session, attached: Session, before: Mapping[str, bytes]) -> Iterator[tuple[str, bool]]:
    store, turns = session.store, session.turns()
    heads = [session.read(turn_of) if turn_of.head else None for turn_of in turns]
    first, second, third = heads
    yield "state lives on over turns", second is not None and second.text == "15.5"
    yield "exact aggregation is the kernel's", first is not None and first.text == "31"
    leaves = [leaf for taken in turns for leaf in leaves_of(session, taken)]
    yield "a leaf is one judgment", bool(leaves) and all(leaf.used.calls <= 1 for leaf in leaves)
    children = [place for place in sessions_below(session) if place.id != session.id]
    own = {name for child in children for name in _names(store, child)}
    isolated = bool(children) and not own & {"lines", "prices", "total"}
    yield "a child is isolated, and gives an envelope", isolated and _kind(session, third) == "Envelope"
    failed = [name for name in _names(store, session, 2) if name.startswith("failures['map_lm")]
    answered = [leaf for leaf in leaves_of(session, turns[1]) if leaf.status == "accepted"]
    whole = len(failed) + len(answered) == len(NOTES.splitlines())
    yield "a map keeps its order, and a failed lane is a sentinel", bool(failed) and bool(answered) and whole
    depths = all(child.capabilities.within(session.capabilities) for child in children)
    yield (
        "a child's capabilities are clamped",
        depths and all(child.capabilities.depth < session.capabilities.depth for child in children),
    )
    head = attached.read(attached.turns()[0]) if attached.turns() and attached.turns()[0].head else None
    yield "attach makes a fresh session of the head", head is not None and head.text == "62"
    now = {name: data for name, data in _files(session.workspace).items() if name in before}
    yield "its source does not advance", now == dict(before)
    statuses = {value.name: value.status for value in values_of(store, third.state)} if third else {}
    yield "a branch is re-grounded before it is joined", statuses.get("results['kalm']") == "verified"
    page = account(session, lambda text: text)  # type: ignore[arg-type]
    parts = (
        "What was run",
        "What state persisted",
        "Which branches",
        "Which heads",
        "Which lanes",
        "Which checks",
    )
    yield "the account says what happened", all(f"## {part}" in page for part in (*parts, "What remains"))


def _names(store: Store, session: Session, turn_number: int = 1) -> set[str]:
    """The names of the variables in the state that a turn ended with."""
    taken = next((each for each in session.turns() if each.number == turn_number and each.head), None)
    return {value.name for value in values_of(store, session.read(taken).state)} if taken else set()


def _kind(session: Session, head: Any) -> str:
    """The kind of the variable `child` at a head."""
    state = variables_of(session, head) if head else []
    return next((str(variable["kind"]) for variable in state if variable["name"] == "child"), "")
