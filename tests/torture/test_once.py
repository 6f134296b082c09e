"""What may be done only once is never done twice unasked, wherever its process is killed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from pandora.engine import host
from pandora.operations.registry import OPERATIONS, with_handlers
from pandora.workspace.operation_context import OperationContext, Result
from tests.torture import faults, strace
from tests.torture.counts import count, size
from tests.torture.test_kill import KILLED, needs_strace
from tests.torture.world import ROOT, Hook, Told, World
from tests.workspace_settings import write_trusted_settings

SEND = """\
---
pattern: send
level: operation
handler: bash
when: send the mail
effects: system
---
# send

## DO

Write the command.

### Form
Command: {line}
"""
REPLIES = (
    {"phase": "understand", "level": "system", "fill": {"resolved": "a mail, reply-1"}},
    {
        "phase": "plan",
        "level": "system",
        "fill": {
            "approach": "send it, reply-2",
            "confidence": "high",
            "steps": ["send: the mail"],
            "done when": "it is sent",
        },
    },
    {"phase": "do", "level": "operation", "fill": {"command": "send the mail, reply-3"}},
    {
        "phase": "check",
        "level": "system",
        "fill": {"validation": "pass", "issues": "none, reply-4", "decision": "accept"},
    },
)

SENDING = 3
"""The reply that says to send the mail."""
MAY = "MAY HAVE RUN: send 'send the mail, reply-3' was begun once and its end is unknown."


@pytest.fixture
def post(world: World) -> World:
    """A workspace whose run sends a mail, which nobody can take back."""
    (world.root / "system" / "kernel" / "send.md").write_text(SEND, encoding="utf-8")
    write_trusted_settings(world.root, '[policy]\nbash = "allow"\n')
    return replace(world, replies=REPLIES, task="Send the mail")


def sent(world: World) -> int:
    """How many mails went out."""
    path = world.log / "sent"
    return path.read_text(encoding="ascii").count("mail") if path.exists() else 0


def sending(world: World, hook: Hook = lambda: None) -> Callable[[], None]:
    """A hook by which the process sends mails, after another."""

    def send(arguments: Mapping[str, str], context: OperationContext) -> Result:
        with open(world.log / "sent", "a", encoding="ascii") as file:
            file.write("mail\n")
        return Result(True, "sent")

    def made() -> None:
        setattr(host, "OPERATIONS", with_handlers(OPERATIONS, bash=send))  # noqa: B010
        hook()

    return made


def go_on(world: World, when: str) -> str:
    """To the end, a person having looked at what they are asked about; gives what happened on the way."""
    before = sent(world)
    told = world.do(hook=sending(world))
    asked = told.code == 3 and MAY in json.loads(told.out)["question"]
    if asked:
        if sent(world) != before:
            world.note(f"{when}: it was sent, and asked about")
        said = "it ran" if before else "again"
        told = world.do(
            *("-C", str(world.root), "answer", ROOT, said, "--model", world.script()), hook=sending(world)
        )
    if told.code != 0:
        world.note(f"{when}: ended with {told.code}: {told.err.strip() or told.out.strip()}")
    if sent(world) != 1:
        world.note(f"{when}: {sent(world)} mails were sent")
    return f"asked about, sent {before}" if asked else "not asked about"


def ends(world: World, kill: Callable[[int], tuple[str, Told] | None], stride: int) -> Counter[str]:
    """A kill at every so-many-th point and what came of each."""
    found: Counter[str] = Counter()
    number = 1
    while (done := kill(number)) is not None:
        when, told = done
        if told.code not in (KILLED, 0):
            world.note(f"{when}: it was not killed: {told.code} {told.err}")
        world.whole(when)
        world.lost(when)
        went = go_on(world, when)
        # How many files of /proc are looked at depends on what else runs: the last of many calls may not come.
        found[went if told.code == KILLED else "not reached"] += 1
        world.fresh()
        number += stride
    return found


def test_killed_around_its_effect(post: World) -> None:
    """At each call of Python's own between the reply that it carries out and the next one."""
    calls = post.log.parent / "calls"

    def book(name: str, made: int) -> None:
        with open(calls, "a", encoding="ascii") as file:
            file.write(f"{made} {sent(post)} {len(post.given)}\n")

    assert post.do(hook=sending(post, lambda: faults.counted(book))).code == 0
    lines = [tuple(map(int, line.split())) for line in calls.read_text(encoding="ascii").splitlines()]
    post.fresh()
    at = next(made for made, mails, _ in lines if mails)
    replied = next(made for made, _, replies in lines if replies == SENDING)
    around = (replied, at - 4, at - 1, at, at + 4)

    def kill(number: int) -> tuple[str, Told] | None:
        if number > len(around):
            return None
        each = around[number - 1]
        hook = sending(post, lambda: faults.counted(faults.dies_at(each)))
        return f"killed at call {each}", post.do(hook=hook)

    found = ends(post, kill, 1)
    assert found["asked about, sent 1"] >= 1
    assert found["asked about, sent 0"] >= 1
    assert found["not asked about"] >= 1


@pytest.mark.torture
def test_killed_at_every_call(post: World) -> None:
    needs_strace()
    points = strace.calls_of(post, sending(post))
    post.fresh()

    def kill(number: int) -> tuple[str, Told] | None:
        if number > len(points):
            return None
        point = points[number - 1]
        return f"killed at {point.call} {point.number}", strace.killed(post, point, sending(post))

    found = ends(post, kill, size("STRIDE", 1))
    told = ", ".join(f"{number} {name}" for name, number in sorted(found.items()))
    assert found["asked about, sent 1"] >= 1
    assert found["asked about, sent 0"] >= 1
    assert found["not reached"] * 20 <= len(points)
    count(f"an effect that may be had once: {found.total()} kills ({told}), {len(post.violations)} violations")
