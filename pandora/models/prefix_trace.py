"""What calls fed to a model, token by token: for measuring how much a prefix cache saved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class TracedCall:
    """One call's whole token sequence; `sampled` marks the tokens that the model wrote."""

    document: str
    phase: str
    tokens: tuple[int, ...]
    sampled: tuple[bool, ...]
    evaluated: int


def unique_tokens(trace: Iterable[TracedCall]) -> int:
    """The fewest tokens that could have been evaluated: the given nodes of the calls' prefix tree."""
    root: dict[int, dict] = {}  # type: ignore[type-arg]
    unique = 0
    for call in trace:
        node = root
        for token, sampled in zip(call.tokens, call.sampled, strict=True):
            if token not in node:
                node[token] = {}
                unique += not sampled
            node = node[token]
    return unique
