"""Forks of a greedy reply: other replies to the same prompt that part from it where it was least certain.

A fork is the greedy reply up to one of its tokens, then the second best token in its place, and greedy again.
So it needs no seed, its beginning is in the cache, and no two forks are the same text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandora.models.llama_context import Logits
    from pandora.models.tokenizer import Tokenizer

CODE_STOP = "\n```"
"""What ends a block of code, and no other blank."""
_MARKS = {"python": ("#", '"""', "'''"), "bash": ("#",), "sh": ("#",)}
"""What begins a comment, by the language of a block."""
_PARTS = re.compile(
    r"#[^\n]*|(?P<triple>\"\"\"|''')(?:\\.|(?!(?P=triple)).)*(?P<end>(?P=triple))?"
    r"|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?",
    re.S,
)


@dataclass(frozen=True)
class Draw:
    """A token of a blank, and the second best one, with a logit lower by `margin`; None where none counts."""

    token: int
    second: int | None = None
    margin: float = 0.0


@dataclass
class WrittenBlank:
    """How a blank or a thought was written; `before` is the block of code that the blank goes on, if any."""

    draws: list[Draw] = field(default_factory=list)
    stop: str = ""
    before: str = ""


@dataclass(frozen=True)
class WrittenChoice:
    """Which option was chosen, and with what probabilities."""

    index: int
    probability: float
    shares: Sequence[float]


Step = WrittenBlank | WrittenChoice


def second_best(logits: Logits, token: int) -> tuple[int, float]:
    """The best token but `token`, and by how much its logit is lower."""
    best = logits[token]
    logits[token] = float("-inf")
    second = int(logits.argmax())
    margin = float(best - logits[second])
    logits[token] = best
    return second, margin


def fork_of(steps: Sequence[Step], fork: int, tokenizer: Tokenizer) -> list[Step] | None:
    """How the `fork`-th fork (from 1) of a greedy reply begins; None where the reply has not so many.

    The last token is the one that parts it from the reply.
    """
    place = next(islice(_places(steps, tokenizer), fork - 1, None), None)
    if place is None:
        return None
    number, at = place
    blank = steps[number]
    assert isinstance(blank, WrittenBlank)
    second = blank.draws[at].second
    assert second is not None
    return [*steps[:number], WrittenBlank([*blank.draws[:at], Draw(second)], blank.stop, blank.before)]


def _places(steps: Sequence[Step], tokenizer: Tokenizer) -> Iterator[tuple[int, int]]:
    """Where the reply forks, the least certain place first: the numbers of a step and of a draw of it."""
    margins = sorted(
        (draw.margin, number, at)
        for number, step in enumerate(steps)
        if isinstance(step, WrittenBlank)
        for at, draw in enumerate(step.draws)
        if draw.second is not None
    )
    begun: list[tuple[int, bytes]] = []
    for _, number, at in margins:
        blank = steps[number]
        assert isinstance(blank, WrittenBlank)
        beginning = _beginning(blank, at, tokenizer)
        if beginning is None or any(
            number == other and (text.startswith(beginning) or beginning.startswith(text))
            for other, text in begun
        ):
            continue
        begun.append((number, beginning))
        yield number, at


def _beginning(blank: WrittenBlank, at: int, tokenizer: Tokenizer) -> bytes | None:
    """The blank's text up to the second best token of the draw `at`; None where that makes no difference."""
    pieces = [tokenizer.piece(draw.token) for draw in blank.draws]
    written, rest = b"".join(pieces[:at]), b"".join(pieces[at:])
    second = blank.draws[at].second
    assert second is not None
    other, ends = tokenizer.piece(second), tokenizer.ends(second)
    text, stop = written + other, blank.stop.encode()
    if ends or (stop and stop in text):
        if not text.partition(stop)[0].strip():
            return None  # a blank is not left blank
    elif pieces[at].strip() == other.strip() or rest.startswith(other):
        return None  # only white space differs, or how the same text is spelled in tokens
    if blank.stop == CODE_STOP:
        language, _, code = blank.before.partition("\n")
        marks = _MARKS.get(language.strip(), ())
        if marks and _is_in_comment(code + written.decode("utf-8", "replace")):
            return None
        words = [data.decode("utf-8", "replace").lstrip() for data in (pieces[at], other)]
        if marks and any(word.startswith(marks) for word in words):
            return None
    # An end is a text of its own: what goes on from here begins with the same bytes.
    return text + b"\0" if ends else text


def _is_in_comment(code: str) -> bool:
    """True where `code` ends within a comment, or within a text that stands for one."""
    last = max(_PARTS.finditer(code), key=re.Match.end, default=None)
    if last is None or last.end() < len(code):
        return False
    if last["triple"]:
        return not last["end"] and not code[: last.start()].rpartition("\n")[2].strip()
    return last[0].startswith("#")
