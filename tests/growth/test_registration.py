"""What may come into `system/`, and who must say so: growth, points 12 and 15."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.document.question_lines import fill_answer
from pandora.engine.loop import Loop, open_loop
from pandora.engine.questions import Ask
from pandora.errors import DeniedError
from pandora.growth.registration import Growth, register
from pandora.policy import ANY, Policy, Rule
from pandora.task import Task
from tests.engine.runs import Bench

PATH = "system/operations/sing.md"
STRANGER = "https://shop.example/a"


def ruled(verdict: str, target: str = ANY) -> Policy:
    """The policy `grow = verdict`, for one name or for all."""
    return Policy().with_rules((Rule("grow", target, verdict, "test"),))


def loop_of(bench: Bench, policy: Policy, untrusted: tuple[str, ...] = ()) -> Loop:
    """The loop of a run that grows something; the same one in a new process each time."""
    task = Task("grow a tool", run="abc234", untrusted=untrusted)
    return open_loop(task, bench.host(policy=policy))


def grow(loop: Loop, content: bytes, effects: str = "none") -> None:
    register(loop, {PATH: content}, Growth("sing", "operation", effects))


def say(bench: Bench, text: str) -> None:
    """A person's answer to what the run asks."""
    loop = loop_of(bench, Policy())
    answered = fill_answer(loop.document, text)
    assert answered is not None
    (bench.root / loop.document.path).write_text(answered.text, encoding="utf-8")


@pytest.fixture
def path(bench: Bench) -> Path:
    return bench.root / PATH


def test_policy_may_allow_deny_or_ask(bench: Bench, path: Path) -> None:
    """Growth 12: it needs a person's yes: `ask`, `allow`, `deny`."""
    with pytest.raises(Ask, match=r"May system/operations/sing\.md be part of system/, with no effects"):
        grow(loop_of(bench, ruled("ask")), b"la\n")
    with pytest.raises(DeniedError, match="policy denies grow sing"):
        grow(loop_of(bench, ruled("deny")), b"la\n")
    assert not path.exists()
    grow(loop_of(bench, ruled("allow")), b"la\n")
    assert path.read_bytes() == b"la\n"


@pytest.mark.parametrize("effects", ["system", "network"])
def test_a_tool_with_strong_effects_always_needs_a_yes(bench: Bench, path: Path, effects: str) -> None:
    """Growth 12: neither `grow = "allow"` nor --yes is a yes to commands and to the network."""
    for policy in (ruled("allow"), ruled("allow", "sing"), Policy(yes=True)):
        with pytest.raises(Ask, match=f"with the effects '{effects}'"):
            grow(loop_of(bench, policy), b"la\n", effects)
    assert not path.exists()
    say(bench, "yes")
    grow(loop_of(bench, ruled("allow")), b"la\n", effects)
    assert path.exists()


def test_a_yes_holds_for_the_bytes_that_were_shown(bench: Bench, path: Path) -> None:
    """Growth 12: the yes is bound to the bytes; other bytes are asked about anew."""
    with pytest.raises(Ask):
        grow(loop_of(bench, Policy()), b"la\n")
    assert f"{PATH}:\nla\n" in loop_of(bench, Policy()).document.body(3), "they are shown"
    say(bench, "yes")
    with pytest.raises(Ask):
        grow(loop_of(bench, Policy()), b"la, and rm -r\n")
    assert not path.exists()
    grow(loop_of(bench, Policy()), b"la\n")
    assert path.read_bytes() == b"la\n"


@pytest.mark.parametrize("policy", [ruled("allow"), Policy(yes=True)])
def test_nothing_grows_by_itself_where_strangers_spoke(bench: Bench, path: Path, policy: Policy) -> None:
    """Growth 15: a loop that is marked untrusted waits for a person, whatever policy allows."""
    with pytest.raises(Ask, match=f"It rests on the words of strangers: {STRANGER}"):
        grow(loop_of(bench, policy, (STRANGER,)), b"la\n")
    assert not path.exists()
