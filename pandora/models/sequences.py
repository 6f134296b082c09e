"""Bookkeeping of which sequence of a shared KV cache holds which tokens, for sharing prefixes and evicting."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from pandora.models.checkpoints import Checkpoints


@dataclass(frozen=True)
class Placement:
    """Where a call's tokens go: the first `shared` are copied from `source` to `slot`, the others decoded.

    `source` is None where nothing is shared, and equals `slot` where the call continues that sequence. The
    caller must empty the sequences `evicted` first; if `source` is among them, it copies from it before.
    `common` is how many of the tokens some sequence held: more than `shared` where it could not be taken up
    there.
    """

    slot: int
    source: int | None
    shared: int
    evicted: tuple[int, ...]
    common: int


@dataclass
class _Sequence:
    """One sequence: its tokens, each token's cell, its owner, its last use, and whether it may go first."""

    tokens: list[int] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    owner: str = ""
    used: int = 0
    passed: bool = False


class Sequences:
    """The bookkeeping of `slots` sequences over `cells` KV cells; a shared prefix's cells count once.

    A call copies the prefix that it shares into its own sequence, so a child never destroys its parent's
    prefix. When an owner asks again, its earlier sequences, and those of owners that began after it last
    asked (its children, which are done by then), are marked as passed. Passed sequences are evicted first,
    then the others; within each group the least recently used goes first.

    Pinned sequences are being written and are never evicted.

    With `checkpoints`, a sequence can be taken up only at its end and where one of them is: the model has
    recurrent layers. Without, it can be taken up after any token.
    """

    def __init__(self, slots: int, cells: int, checkpoints: Checkpoints | None = None) -> None:
        self.cells = cells
        self._checkpoints = checkpoints
        self._slots = [_Sequence() for _ in range(slots)]
        self._holders: Counter[int] = Counter()
        self._began: dict[str, int] = {}
        self._pinned: set[int] = set()
        self._clock = 0
        self._next_cell = 0

    @property
    def slots(self) -> int:
        """The number of sequences."""
        return len(self._slots)

    @property
    def used(self) -> int:
        """The number of cells in use."""
        return len(self._holders)

    def tokens(self, slot: int) -> tuple[int, ...]:
        """Return the tokens that the sequence `slot` holds."""
        return tuple(self._slots[slot].tokens)

    def length(self, slot: int) -> int:
        """Return how many tokens the sequence `slot` holds."""
        return len(self._slots[slot].tokens)

    def place(self, tokens: list[int], owner: str = "", room: int = 0) -> Placement:
        """Choose where `tokens` go, with `room` cells for what follows; the last token is always decoded again.

        Raises ValueError where the tokens do not fit.
        """
        if len(tokens) > self.cells:
            raise ValueError(f"{len(tokens)} tokens cannot fit {self.cells} cells")
        self._clock += 1
        self._pass_by(owner)
        common, shared, source = self._longest(tokens)
        whole = source is not None and shared == len(self._slots[source].tokens)
        if source is not None and whole and source not in self._pinned:
            slot, evicted = source, list[int]()
        else:
            slot, evicted = self._free_slot(source)
            taken = self._slots[source].cells[:shared] if source is not None else []
            self._hold(slot, tokens[:shared], taken)
        sequence = self._slots[slot]
        sequence.owner, sequence.used, sequence.passed = owner, self._clock, False
        needed = min(len(tokens) - shared + room, self.cells - shared)
        evicted += self._make_room(needed, slot)
        return Placement(slot, source, shared, tuple(evicted), common)

    def common(self, tokens: list[int]) -> int:
        """Return how many of the tokens, from the first on, some sequence holds."""
        return max((common_prefix(sequence.tokens, tokens) for sequence in self._slots), default=0)

    def adopt(self, tokens: list[int]) -> tuple[int, tuple[int, ...]]:
        """Record `tokens` in a free sequence; return it, and the sequences that the caller must empty first."""
        slot, evicted = self._free_slot(None)
        self._hold(slot, [], [])
        self._slots[slot].used = self._clock
        return slot, (*evicted, *self.append(slot, tokens))

    def latest(self, least: int, most: int) -> list[tuple[int, tuple[int, ...]]]:
        """Return up to `most` sequences of `least` tokens or more that were used last, one for each owner.

        Those that calls have passed by are left out.
        """
        chosen: dict[str, tuple[int, tuple[int, ...]]] = {}
        for slot in sorted(range(len(self._slots)), key=lambda slot: -self._slots[slot].used):
            sequence = self._slots[slot]
            if len(sequence.tokens) >= least and not sequence.passed and len(chosen) < most:
                chosen.setdefault(sequence.owner, (slot, tuple(sequence.tokens)))
        return list(chosen.values())

    def append(self, slot: int, tokens: list[int]) -> tuple[int, ...]:
        """Record `tokens` at the end of `slot`; return the sequences that the caller must empty first."""
        evicted = self._make_room(len(tokens), slot)
        cells = list(range(self._next_cell, self._next_cell + len(tokens)))
        self._next_cell += len(tokens)
        self._slots[slot].tokens += tokens
        self._slots[slot].cells += cells
        self._holders.update(cells)
        return tuple(evicted)

    @property
    def empty(self) -> list[int]:
        """The sequences that hold no tokens."""
        return [slot for slot, sequence in enumerate(self._slots) if not sequence.tokens]

    def pin(self, slot: int) -> None:
        """Keep the sequence `slot` from being evicted, until it is let go."""
        self._pinned.add(slot)

    def let_go(self, slot: int) -> None:
        """Let the sequence `slot` be evicted again."""
        self._pinned.discard(slot)

    def trim(self, slot: int, length: int) -> None:
        """Cut `slot` down to its first `length` tokens."""
        sequence = self._slots[slot]
        self._release(sequence.cells[length:])
        del sequence.tokens[length:], sequence.cells[length:]

    def reach(self, slot: int, length: int) -> int:
        """Return after how many of its first `length` tokens, at most, the sequence `slot` can be taken up."""
        sequence = self._slots[slot]
        if self._checkpoints is None or length == len(sequence.tokens):
            return length
        return self._checkpoints.longest(sequence.cells, length)

    def state(self, slot: int, length: int) -> Any:
        """Return the recurrent layers' state after the first `length` tokens of `slot`, or None."""
        cells = self._slots[slot].cells
        return self._checkpoints.state(cells[length - 1]) if self._checkpoints and length else None

    def make_room_for_state(self, slot: int, length: int, size: int) -> bool:
        """True if a state of `size` bytes after `length` tokens of `slot` is to be kept, and fits now."""
        if self._checkpoints is None or self._slots[slot].cells[length - 1] in self._checkpoints:
            return False
        living = (sequence.cells for sequence in self._slots if not sequence.passed)
        return self._checkpoints.make_room(size, {cell for cells in living for cell in cells})

    def keep_state(self, slot: int, length: int, state: Any) -> int:
        """Keep the recurrent layers' state after `length` tokens of `slot`; return its cell."""
        assert self._checkpoints is not None
        cell = self._slots[slot].cells[length - 1]
        self._checkpoints.keep(cell, length, state)
        return cell

    def _longest(self, tokens: list[int]) -> tuple[int, int, int | None]:
        """Return the most tokens that a sequence has, and at which it can be taken up, and that sequence."""
        common = 0
        best: tuple[int, int | None] = (0, None)
        for slot, sequence in enumerate(self._slots):
            length = common_prefix(sequence.tokens, tokens[:-1])
            common = max(common, length)
            whole = length == len(sequence.tokens)
            length = self.reach(slot, length)
            if length > best[0] or (length == best[0] > 0 and whole):
                best = (length, slot)
        return common, *best

    def _pass_by(self, owner: str) -> None:
        last = max(
            (sequence.used for sequence in self._slots if sequence.owner == owner and sequence.tokens),
            default=0,
        )
        for sequence in self._slots:
            if sequence.owner == owner or (last and self._began.get(sequence.owner, 0) > last):
                sequence.passed = True
        living = {sequence.owner for sequence in self._slots if sequence.tokens}
        self._began = {other: began for other, began in self._began.items() if other in living}
        self._began.setdefault(owner, self._clock)

    def _free_slot(self, source: int | None) -> tuple[int, list[int]]:
        if free := [slot for slot in self.empty if slot not in self._pinned]:
            return free[0], []
        others = [slot for slot in range(len(self._slots)) if slot != source and slot not in self._pinned]
        victim = min(others, key=self._order)
        self.trim(victim, 0)
        return victim, [victim]

    def _make_room(self, needed: int, keep: int) -> list[int]:
        evicted: list[int] = []
        while self.cells - self.used < needed:
            spared = {keep, *self._pinned}
            others = [
                slot for slot, sequence in enumerate(self._slots) if slot not in spared and sequence.tokens
            ]
            if not others:
                raise ValueError(f"{needed} more cells do not fit {self.cells}")
            victim = min(others, key=self._order)
            self.trim(victim, 0)
            evicted.append(victim)
        return evicted

    def _order(self, slot: int) -> tuple[bool, int]:
        sequence = self._slots[slot]
        return (not sequence.passed, sequence.used)

    def _hold(self, slot: int, tokens: list[int], cells: list[int]) -> None:
        self._slots[slot] = _Sequence(list(tokens), list(cells))
        self._holders.update(cells)

    def _release(self, cells: list[int]) -> None:
        for cell in cells:
            self._holders[cell] -= 1
            if not self._holders[cell]:
                del self._holders[cell]
                if self._checkpoints is not None:
                    self._checkpoints.forget(cell)


def common_prefix(left: list[int], right: list[int]) -> int:
    """Return how many tokens two lists have in common at their beginning."""
    length = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        length += 1
    return length
