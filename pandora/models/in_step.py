"""Several replies to one prompt, written in step: each step decodes the next token of all of them in one batch.

Each reply is written by a thread of its own, but only one of these runs at a time, and only between two steps.
So what a writer does is as if it were alone, and all decoding is done by the thread that wants the reply.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from pandora import interrupt
from pandora.models.llama_context import LlamaContext
from pandora.models.sequences import Sequences

if TYPE_CHECKING:
    from pandora.models.llama_context import Logits

T = TypeVar("T")
Write = Callable[["Share"], T]
"""Writes a reply with a share of the context, and returns it."""


class _DroppedError(BaseException):
    """Raised in the thread of a writer whose reply nobody wants any more."""


@dataclass(frozen=True)
class _Step:
    """Tokens that a writer wants decoded at the end of its sequence."""

    slot: int
    tokens: list[int]
    heard: Callable[[int], None] | None


class Share:
    """One writer's share of the context: as `LlamaContext`, but its tokens are decoded with those of others."""

    goes_back = False
    """Nothing is drafted: rows are what batches are for here."""

    def __init__(self, context: LlamaContext, decode: Callable[[_Step], Logits]) -> None:
        self._context, self._decode = context, decode
        self.slot: int | None = None
        self.held = 0

    @property
    def sequences(self) -> Sequences:
        """Which sequence holds which tokens."""
        return self._context.sequences

    def start(self, tokens: list[int], owner: str, room: int, marks: Sequence[int] = ()) -> tuple[int, int]:
        """Begin a call as `LlamaContext.start` does; nobody evicts its sequence until it is let go."""
        self.slot, self.held = self._context.start(tokens, owner, room, marks)
        self.sequences.pin(self.slot)
        return self.slot, self.held

    def extend(self, slot: int, tokens: list[int], heard: Callable[[int], None] | None = None) -> Logits:
        """Have `tokens` decoded at the end of `slot`; returns the logits after the last."""
        return self._decode(_Step(slot, tokens, heard))

    def extend_by_draft(self, slot: int, tokens: list[int]) -> list[Logits]:
        """Not to be asked for: `goes_back` says so."""
        raise NotImplementedError

    def cut(self, slot: int, length: int) -> int:
        """Cut `slot` to `length` tokens; return how many it holds then."""
        return self._context.cut(slot, length)

    def bookmark(self, slot: int) -> None:
        """Make a cut to the present end of `slot` exact and cheap."""
        self._context.bookmark(slot)


class _Turn(Generic[T]):
    """One writer and its thread, which runs from `go_on` to its next step or end, while the caller waits."""

    def __init__(self, context: LlamaContext, write: Write[T]) -> None:
        self.share = Share(context, self._wait_for)
        self.step: _Step | None = None
        self.result: T | None = None
        self.error: BaseException | None = None
        self.over = False
        self.decoded = 0
        self._write = write
        self._logits: Logits | None = None
        self._dropped = False
        self._mine, self._theirs = threading.Semaphore(0), threading.Semaphore(0)
        threading.Thread(target=self._run, name="a reply in step", daemon=True).start()

    def go_on(self, logits: Logits | None = None) -> None:
        """Give the writer the logits that it waits for, and return once it wants the next ones or has ended."""
        with interrupt.uninterrupted():
            self.step, self._logits = None, logits
            self._mine.release()
            self._theirs.acquire()

    def drop(self) -> None:
        """End the thread, whatever it has written."""
        self._dropped = True
        if not self.over:
            self._mine.release()
            self._theirs.acquire()

    def _run(self) -> None:
        self._mine.acquire()
        try:
            if not self._dropped:
                self.result = self._write(self.share)
        except BaseException as error:
            self.error = error
        finally:
            self.over = True
            self._theirs.release()

    def _wait_for(self, step: _Step) -> Logits:
        self.step = step
        self._theirs.release()
        self._mine.acquire()
        if self._dropped or self._logits is None:
            raise _DroppedError
        return self._logits


class InStep(Generic[T]):
    """The replies that are being written in step over one context, by a name for each."""

    def __init__(self, context: LlamaContext) -> None:
        self._context = context
        self._turns: dict[object, _Turn[T]] = {}
        self._shared: int | None = None
        self._in_vain = 0

    def __contains__(self, name: object) -> bool:
        return name in self._turns

    def __len__(self) -> int:
        return len(self._turns)

    def begin(self, name: object, write: Write[T]) -> int | None:
        """Begin a reply, and decode what it needs before its first own token; return its sequence.

        None where it has ended already.
        """
        alone = not self._turns
        turn = self._turns[name] = _Turn(self._context, write)
        turn.go_on()
        self._shared = None if alone else min(turn.share.held, self._shared or turn.share.held)
        while turn.step is not None and len(turn.step.tokens) > 1:
            self._decode([turn])
        return None if turn.over else turn.share.slot

    def finish(self, name: object) -> T:
        """Write on, all in step, until the reply `name` is whole, and return it; raises what its writer raised.

        The others stay where they are then, and go on with the next one that is finished.
        """
        turn = self._turns[name]
        while not turn.over:
            self._drop_what_has_no_room(turn)
            waiting = [other for other in self._turns.values() if other.step is not None]
            given = [other for other in waiting if other.step is not None and len(other.step.tokens) > 1]
            self._decode(given[:1] or waiting)
        del self._turns[name]
        self._let_go(turn)
        if turn.error is not None:
            raise turn.error
        assert turn.result is not None
        return turn.result

    def drop(self) -> int:
        """Drop the replies that were begun and not finished, and return how many tokens were decoded for them.

        A stop that is requested meanwhile comes later.
        """
        with contextlib.suppress(KeyboardInterrupt, interrupt.Expired), interrupt.uninterrupted():
            for name in list(self._turns):
                self._drop(name)
        in_vain, self._in_vain = self._in_vain, 0
        return in_vain

    def _drop(self, name: object) -> None:
        turn = self._turns.pop(name)
        turn.drop()
        self._let_go(turn)
        self._in_vain += turn.decoded

    def _drop_what_has_no_room(self, wanted: _Turn[T]) -> None:
        """Drop replies, the last one first, until the next tokens of all have room; nobody else is evicted.

        How much room a reply may need is only estimated when it is begun.
        """
        sequences, shared = self._context.sequences, self._shared or 0
        while len(self._turns) > 1:
            needed = shared
            for turn in self._turns.values():
                if turn.share.slot is not None:
                    needed += max(0, sequences.length(turn.share.slot) - shared)
                needed += len(turn.step.tokens) if turn.step else 0
            if needed <= sequences.cells:
                return
            self._drop(next(name for name in reversed(self._turns) if self._turns[name] is not wanted))

    def _decode(self, turns: Sequence[_Turn[T]]) -> None:
        """Decode the steps of `turns` in one batch, or the one that has several tokens, and let each go on."""
        steps = [(turn, turn.step) for turn in turns if turn.step is not None]
        if len(steps) == 1:
            step = steps[0][1]
            all_logits = [self._context.extend(step.slot, step.tokens, step.heard)]
        else:
            all_logits = self._context.extend_each([(step.slot, step.tokens[0]) for _, step in steps])
        for (turn, step), logits in zip(steps, all_logits, strict=True):
            turn.decoded += len(step.tokens)
            turn.go_on(logits)

    def _let_go(self, turn: _Turn[T]) -> None:
        if turn.share.slot is not None:
            self._context.sequences.let_go(turn.share.slot)
