"""States of recurrent layers, kept in memory: where a sequence of such a model can be taken up again."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any

from pandora.models.fit.free_memory import free_memory

SHARE_OF_FREE = 10
"""All checkpoints of a model together take at most this part of the memory that is free."""
Limit = Callable[[int], int]
"""Given the bytes that checkpoints hold, how many they may hold."""


@dataclass(frozen=True)
class Checkpoint:
    """The recurrent layers' state after `length` tokens; `state` is a buffer that llama.cpp wrote."""

    length: int
    state: Any

    @property
    def size(self) -> int:
        """The bytes that the state takes."""
        return len(self.state)


def most_bytes(kept_bytes: int) -> int:
    """Return how many bytes checkpoints may take, where they hold `held` of them already."""
    return (kept_bytes + free_memory().bytes) // SHARE_OF_FREE


class Checkpoints:
    """Checkpoints by the cell of the last token that their state has read; `limit` bounds their bytes.

    Attention keeps a cell for each token, so a sequence can be taken up after any of them. A recurrent layer
    keeps one state for a whole sequence, so that it can be taken up at its end, or where its state was kept.
    """

    def __init__(self, limit: Limit = most_bytes) -> None:
        self.held = 0
        self._limit = limit
        self._by_cell: dict[int, Checkpoint] = {}

    def __contains__(self, cell: int) -> bool:
        return cell in self._by_cell

    def __len__(self) -> int:
        return len(self._by_cell)

    def longest(self, cells: Sequence[int], most: int) -> int:
        """Return how many of the first `most` tokens in `cells` a checkpoint covers; 0 where none does."""
        return max(
            (
                point.length
                for cell, point in self._by_cell.items()
                if point.length <= most and cells[point.length - 1] == cell
            ),
            default=0,
        )

    def state(self, cell: int) -> Any:
        """Return the state kept under `cell`, which counts as used now, or None."""
        point = self._by_cell.pop(cell, None)
        if point is None:
            return None
        self._by_cell[cell] = point
        return point.state

    def make_room(self, size: int, wanted: Container[int]) -> bool:
        """Drop checkpoints until `size` bytes fit; return False, and drop none, where they fit in no case.

        Those whose cell is not `wanted` go first, and of each kind those that were not used for longest.
        """
        limit = self._limit(self.held)
        if size > limit:
            return False
        if self.held + size > limit:
            for cell in sorted(self._by_cell, key=lambda cell: cell in wanted):
                self.forget(cell)
                if self.held + size <= limit:
                    break
        return True

    def keep(self, cell: int, length: int, state: Any) -> None:
        """Keep the state after `length` tokens, of which `cell` holds the last."""
        self.forget(cell)
        self._by_cell[cell] = Checkpoint(length, state)
        self.held += len(state)

    def forget(self, cell: int) -> None:
        """Drop the checkpoint of `cell`, if there is one."""
        point = self._by_cell.pop(cell, None)
        if point is not None:
            self.held -= point.size
