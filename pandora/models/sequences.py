"""Bookkeeping of which sequence of a shared KV cache holds which tokens, for sharing prefixes and evicting."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Placement:
    """Where a call's tokens go: the first `shared` are copied from `source` to `slot`, the others decoded.

    `source` is None where nothing is shared, and equals `slot` where the call continues that sequence. The
    caller must empty the sequences `evicted` first; if `source` is among them, it copies from it before.
    """

    slot: int
    source: int | None
    shared: int
    evicted: tuple[int, ...]


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
    """

    def __init__(self, slots: int, cells: int) -> None:
        self.cells = cells
        self._slots = [_Sequence() for _ in range(slots)]
        self._holders: Counter[int] = Counter()
        self._began: dict[str, int] = {}
        self._clock = 0
        self._next_cell = 0

    @property
    def used(self) -> int:
        """The number of cells in use."""
        return len(self._holders)

    def tokens(self, slot: int) -> tuple[int, ...]:
        """Return the tokens that the sequence `slot` holds."""
        return tuple(self._slots[slot].tokens)

    def place(self, tokens: list[int], owner: str = "", room: int = 0) -> Placement:
        """Choose where `tokens` go, with `room` cells for what follows; the last token is always decoded again.

        Raises ValueError where the tokens do not fit.
        """
        if len(tokens) > self.cells:
            raise ValueError(f"{len(tokens)} tokens cannot fit {self.cells} cells")
        self._clock += 1
        self._pass_by(owner)
        shared, source = self._longest(tokens)
        if source is not None and shared == len(self._slots[source].tokens):
            slot, evicted = source, list[int]()
        else:
            slot, evicted = self._free_slot(source)
            taken = self._slots[source].cells[:shared] if source is not None else []
            self._hold(slot, tokens[:shared], taken)
        sequence = self._slots[slot]
        sequence.owner, sequence.used, sequence.passed = owner, self._clock, False
        needed = min(len(tokens) - shared + room, self.cells - shared)
        evicted += self._make_room(needed, slot)
        return Placement(slot, source, shared, tuple(evicted))

    def append(self, slot: int, tokens: list[int]) -> tuple[int, ...]:
        """Record `tokens` at the end of `slot`; return the sequences that the caller must empty first."""
        evicted = self._make_room(len(tokens), slot)
        cells = list(range(self._next_cell, self._next_cell + len(tokens)))
        self._next_cell += len(tokens)
        self._slots[slot].tokens += tokens
        self._slots[slot].cells += cells
        self._holders.update(cells)
        return tuple(evicted)

    def trim(self, slot: int, length: int) -> None:
        """Cut `slot` down to its first `length` tokens."""
        sequence = self._slots[slot]
        self._release(sequence.cells[length:])
        del sequence.tokens[length:], sequence.cells[length:]

    def _longest(self, tokens: list[int]) -> tuple[int, int | None]:
        best: tuple[int, int | None] = (0, None)
        for slot, sequence in enumerate(self._slots):
            length = common_prefix(sequence.tokens, tokens[:-1])
            whole = length == len(sequence.tokens)
            if length > best[0] or (length == best[0] > 0 and whole):
                best = (length, slot)
        return best

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
        for slot, sequence in enumerate(self._slots):
            if not sequence.tokens:
                return slot, []
        others = [slot for slot in range(len(self._slots)) if slot != source]
        victim = min(others, key=self._order)
        self.trim(victim, 0)
        return victim, [victim]

    def _make_room(self, needed: int, keep: int) -> list[int]:
        evicted: list[int] = []
        while self.cells - self.used < needed:
            others = [slot for slot, sequence in enumerate(self._slots) if slot != keep and sequence.tokens]
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


def common_prefix(left: list[int], right: list[int]) -> int:
    """Return how many tokens two lists have in common at their beginning."""
    length = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        length += 1
    return length
