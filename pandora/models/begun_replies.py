"""Replies that were begun before they are asked for: the others to a prompt, written in step with the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from pandora.models.fit.row_gains import SIZES, RowGains, keep_gains, known_gains, measure_gains
from pandora.models.in_step import InStep, Share
from pandora.models.llama_context import LlamaContext
from pandora.models.protocol import Sampling
from pandora.models.sampler import Sampler

T = TypeVar("T")
DRAWN = 0.7
"""The temperature at which the tokens of a measurement are drawn."""


class BegunReplies(Generic[T]):
    """The replies to one prompt that are being written in step over `context`, by how each is drawn.

    `width` fixes how many there may be; with None, that is measured at the first prompt that could have
    several, and kept under `key`.
    """

    def __init__(self, context: LlamaContext, width: int | None = 1, key: str = "") -> None:
        self.gains = known_gains(key, width or 0) if key else RowGains(fixed=width or 0)
        self._context, self._key = context, key
        self._replies: InStep[T] = InStep(context)
        self._asked: object = None
        self._in_vain = 0

    @property
    def holds_any(self) -> bool:
        """True where a reply has been begun and is neither finished nor dropped."""
        return len(self._replies) > 0

    def holds(self, asked: object, sampling: Sampling) -> bool:
        """True where the reply to `asked`, drawn so, has been begun."""
        return self._asked == asked and sampling in self._replies

    def begin(
        self, asked: object, samplings: Sequence[Sampling], write: Callable[[Sampling, Share], T], most: int
    ) -> bool:
        """Begin the replies to `asked` by the first of `samplings`: as many as pay, of `most` that have room.

        `write` writes one of them. False where not even two have room.
        """
        sequences = self._context.sequences
        most = min(len(samplings), most, sequences.slots // 2)
        if most < 2:
            return False
        self._asked = asked
        slot = self._begin(samplings[0], write)
        if not self.gains.known and slot is not None:
            self._measure(slot)
        for sampling in samplings[1 : self.gains.of(most)]:
            self._begin(sampling, write)
        return True

    def finish(self, sampling: Sampling) -> T:
        """Write on until the reply that is drawn so is whole; raises what its writer raised."""
        return self._replies.finish(sampling)

    def drop(self) -> None:
        """Drop what was begun and is not asked for."""
        self._in_vain += self._replies.drop()
        self._asked = None

    def in_vain(self) -> int:
        """How many tokens were decoded for what was dropped, or measured, since this was last asked."""
        in_vain, self._in_vain = self._in_vain, 0
        return in_vain

    def _begin(self, sampling: Sampling, write: Callable[[Sampling, Share], T]) -> int | None:
        return self._replies.begin(sampling, lambda share: write(sampling, share))

    def _measure(self, slot: int) -> None:
        """Measure how many replies are to be written together, with copies of the sequence `slot`."""
        sequences = self._context.sequences
        most = min(len(sequences.empty), sequences.cells - sequences.used)
        sizes = [rows for rows in SIZES if rows <= most]
        if len(sizes) < 2:
            return

        draw = Sampler(Sampling(DRAWN, 1)).draw

        def seconds_of(rows: int) -> float:
            self._in_vain += rows
            return self._context.seconds_of_rows(slot, rows, draw)

        self.gains = measure_gains(seconds_of, sizes)
        if self._key:
            keep_gains(self._key, self.gains)
