"""A leaf: one bounded judgment about one text, as a loop of its own, whose document keeps its cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pandora.budget import Usage
from pandora.document.body import Parsed
from pandora.document.fill import one_line
from pandora.document.form import Form, Slot, Value
from pandora.document.quote import quoted
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.phase import by_code, by_model
from pandora.engine.questions import ceiling_keys
from pandora.engine.trust import mark_by_task
from pandora.errors import AwayError, CeilingError, ModelError
from pandora.outcome import Status
from pandora.sessions.delegation import LeafReply
from pandora.sessions.session_document import LEAF
from pandora.sessions.shape_forms import ANSWER, NO, YES, LeafShapeError, form_for, value_in
from pandora.task import Task

PATTERN, KINDS_PATTERN = "session_leaf", "session_kinds"
SEVERAL = 3
"""With so many choices or more, a leaf has a pattern of its own, and tells the probability of each."""
UNANSWERED = "the model did not answer"
"""What a block is told of a model's error: its words name paths and hosts, and stand in the document alone."""
RIGHT = " → "
"""What stands between an example and the choice that is right for it."""
OVERHEAD = 40
"""Tokens of a leaf's prompt beside its question and its text."""
_NUMBER = re.compile(r"\d\.\d+")
LEAST = 0.01
"""The least probability of a choice without a text that counts: a smaller one would decide by itself."""
DOUBT = 0.05
"""A `no` with a greater probability of `yes` is held against what the model says without a text."""


@dataclass(frozen=True)
class Leaf:
    """What a leaf is asked: a question about a text, and the choices or the shape of its value.

    `without` gives the reply to the same question without a text. It is called where a `no` is in doubt, and
    for several choices: a small model says some of them more readily than others, whatever the text. `examples`
    are texts with the choice that is right for each.
    """

    question: str
    text: str = ""
    choices: tuple[str, ...] = ()
    shape: Any = "text"
    warning: str = ""
    without: Callable[[], LeafReply] | None = None
    examples: tuple[tuple[str, str], ...] = ()


def ask_leaf(host: Host, turn: Loop, number: str, leaf: Leaf) -> LeafReply:
    """Answer a leaf in the document `op-leaf-RUN-NUMBER`; one that is answered there already costs nothing.

    A failure is a reply with its kind, and stands in the document as well. Raises AwayError where the model
    cannot be asked now: that is no answer to this question, and holds for every other one.
    """
    budget = turn.task.budget.child(0, "operation")
    task = Task(
        " ".join(leaf.question.split()),
        level="operation",
        kind=LEAF,
        run=turn.task.run,
        parent=turn.id,
        number=number,
        budget=budget,
        untrusted=turn.untrusted,
        by=turn.task.by,
    )
    loop = open_loop(task, host, KINDS_PATTERN if len(leaf.choices) >= SEVERAL else PATTERN)
    try:
        form = form_for(leaf.shape, leaf.choices)
    except LeafShapeError as error:
        with loop.saves_collected():
            return _failed(loop, "shape", str(error))
    reply = _replied(loop, leaf, form)
    return replace(reply, child=loop.id, usage=replace(loop.used))


def _replied(loop: Loop, leaf: Leaf, form: Form) -> LeafReply:
    try:
        with loop.saves_collected():
            try:
                return _answered(loop, leaf, form)
            except LeafShapeError as error:
                return _failed(loop, "shape", str(error))
            except CeilingError as error:
                loop.end_once(
                    Status.ESCALATED, f"Escalated: {error}", **ceiling_keys(loop.document, error.ceiling)
                )
                return LeafReply(error=str(error), kind="budget")
    except ModelError as error:
        with loop.saves_collected():
            _failed(loop, "error", " ".join(str(error).split()))
            if isinstance(error, AwayError):
                raise
            return LeafReply(error=UNANSWERED, kind="error")


def _answered(loop: Loop, leaf: Leaf, form: Form) -> LeafReply:
    mark_by_task(loop)
    understand = loop.host.library.phase(loop.pattern, "understand")
    warning = leaf.warning or _too_long(loop, leaf)
    examples = "\n".join(f"- {one_line(quoted(text))}{RIGHT}{choice}" for text, choice in leaf.examples)
    given = {"task": loop.task.text, "examples": examples, "text": quoted(leaf.text), "warning": warning}
    filled = {key: text for key, text in given.items() if text}
    shown = by_code(loop, understand, understand.form, filled).values
    phase = loop.host.library.phase(loop.pattern, "do")
    # The question stands behind the text: before it, the default model said no to almost everything.
    # The examples are the same for all lanes, and stand first, so that they are evaluated once.
    parts = _examples(str(shown.get("examples", "")))
    parts += [f"Text:\n{text}"] if (text := str(shown.get("text", ""))) else []
    parts.append(f"Question: {shown.get('task', '')}")
    probabilities: dict[str, float] = {}

    def hear(values: Mapping[str, Value], chances: Mapping[str, float]) -> Mapping[str, Value]:
        probabilities.update(chances)
        return values

    parsed = by_model(loop, phase, form, parts, {}, weigh=hear)
    value = value_in(form, leaf.shape, leaf.choices, parsed.values)
    chance = _chance_of_yes(form, parsed) if set(leaf.choices) == {YES, NO} else 0.0
    shares = _shares(loop, form, parsed, probabilities) if len(leaf.choices) >= SEVERAL else {}
    check = loop.host.library.phase(loop.pattern, "check")
    if shares:
        noted = {"shares": _noted(shares)}
        doubtful = max(shares.values()) < 1 and not loop.record(3).human
        if leaf.without and doubtful and (usual := leaf.without().shares):
            shares = _weighed(shares, usual)
            value = max(shares, key=shares.__getitem__)
            noted |= {"without the text": _noted(usual), "decision": value}
        by_code(loop, check, check.form, noted)
    if value == NO and leaf.without and chance > DOUBT and chance > (usually := leaf.without().chance):
        value = YES
        decision = f"{YES}: its probability is {chance:.2f}, and {usually:.2f} without the text"
        by_code(loop, check, check.form, {"decision": decision})
    if set(leaf.choices) == {YES, NO}:  # with as many digits as the document has
        shares = {YES: round(chance, 2), NO: round(1 - chance, 2)}
    loop.end_once(Status.ACCEPTED, str(value) or "nothing")
    return LeafReply(value=value, warning=warning, chance=chance, shares=shares)


def _examples(shown: str) -> list[str]:
    """The examples of §1 as parts of a prompt, each like the text that is asked about."""
    pairs = [line.removeprefix("- ").rpartition(RIGHT) for line in shown.splitlines() if RIGHT in line]
    return [f"Text:\n{text}\n{ANSWER}: {choice}" for text, _, choice in pairs]


def _chance_of_yes(form: Form, parsed: Parsed) -> float:
    """The probability of `yes` in a filled choice; 0 or 1 where the model gave none."""
    key = form.fields[0].key
    chance = parsed.probabilities.get(key, 1.0)
    return chance if parsed.values[key] == YES else 1 - chance


def _shares(loop: Loop, form: Form, parsed: Parsed, probabilities: Mapping[str, float]) -> dict[str, float]:
    """The probability of each choice: from `probabilities`, else as §4 has it from when it was asked.

    A model that gives one for its choice alone leaves the rest to the others alike. They are rounded as §4 has
    them, so that what is decided by them is the same whenever the document is read.
    """
    key, check = form.fields[0].key, loop.host.library.phase(loop.pattern, "check")
    slot = form.fields[0].slot
    options = slot.options if isinstance(slot, Slot) else ()
    shares = {name: probabilities[f"{key}={name}"] for name in options if f"{key}={name}" in probabilities}
    if not shares and not probabilities:
        noted = str(loop.values("check", check.form).values.get("shares", ""))
        pairs = [pair.rpartition(" ") for pair in noted.split(", ")]
        shares = {option: float(share) for option, _, share in pairs if _NUMBER.fullmatch(share)}
    reply, chance = str(parsed.values[key]), parsed.probabilities.get(key, 1.0)
    if shares.keys() != set(options) or max(shares, key=shares.__getitem__) != reply:
        others = (1 - chance) / (len(options) - 1)
        shares = {option: chance if option == reply else others for option in options}
    return {option: round(share, 3) for option, share in shares.items()}


def _noted(shares: Mapping[str, float]) -> str:
    return ", ".join(f"{option} {share:.3f}" for option, share in shares.items())


def _weighed(shares: Mapping[str, float], usual: Mapping[str, float]) -> dict[str, float]:
    """How much likelier a text makes each choice than it is without one, in shares of 1."""
    times = {option: share / max(usual.get(option, 0.0), LEAST) for option, share in shares.items()}
    whole = sum(times.values()) or 1.0
    return {option: round(factor / whole, 3) for option, factor in times.items()}


def _too_long(loop: Loop, leaf: Leaf) -> str:
    """A warning where the text does not fit the leaf's context, so that its middle is left out."""
    room = loop.task.budget.context - OVERHEAD
    if len(leaf.text.encode()) <= room:  # no token is shorter than a byte
        return ""
    size = loop.host.count(leaf.text) + loop.host.count(loop.task.text)
    if size <= room:
        return ""
    return f"the text has {size} tokens and {room} fit: its middle was left out; give it in parts"


def _failed(loop: Loop, kind: str, reason: str) -> LeafReply:
    loop.end_once(Status.FAILED, f"Failed: {reason}")
    return LeafReply(error=reason, kind=kind, child=loop.id, usage=Usage())
