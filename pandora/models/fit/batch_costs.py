"""What batches of a few tokens cost a model on this machine, and whether they give the same as single ones."""

from __future__ import annotations

import statistics
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pandora.models.fit.kept_measures import KeptMeasures

if TYPE_CHECKING:
    from pandora.models.decoder import Decoder

ROWS = (4, 8, 16, 32)
"""The sizes of batches in which drafted tokens are decoded, the token before them counted."""
ASSUMED = {4: 3.2, 8: 7.6, 16: 9.1, 32: 14.4}
"""The cost of a size that was not measured yet, in single tokens: that of a model of 1.5B on one core."""
LEAST_GAIN = 1.1
"""A draft must promise so many times the speed of single tokens: measurements on a busy machine are rough."""
_FEWEST, _LAST = 4, 16
_SAMPLES = 5
KEPT = KeptMeasures("batch_costs.json")


@dataclass(frozen=True)
class Batch:
    """What was found of one size: its cost in single tokens, and whether its logits are theirs to the last bit.

    `same` is None where that was not tried.
    """

    cost: float
    same: bool | None = None


class BatchCosts:
    """The costs of one model's batches; `clock` returns seconds.

    The time of a batch counts beside the median of the single tokens before it, so that other load on the
    machine affects both. With `same_only`, a size is used only once it was tried and gave the same logits to
    the last bit, so that no reply depends on how fast a machine is.
    """

    def __init__(
        self,
        known: Mapping[int, Batch] | None = None,
        *,
        same_only: bool = True,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.same_only = same_only
        self.clock = clock
        self._single: deque[float] = deque(maxlen=_LAST)
        self._costs: dict[int, deque[float]] = {}
        self._same: dict[int, bool] = {}
        for rows, batch in (known or {}).items():
            self._costs[rows] = deque([batch.cost], maxlen=_SAMPLES)
            if batch.same is not None:
                self._same[rows] = batch.same

    @property
    def tried(self) -> dict[int, Batch]:
        """What was found of each size that was decoded."""
        return {
            rows: Batch(statistics.median(costs), self._same.get(rows))
            for rows, costs in sorted(self._costs.items())
        }

    def note(self, rows: int, seconds: float) -> None:
        """Take note of the time that a batch of so many tokens took; of one token, that is the measure."""
        if rows == 1:
            self._single.append(seconds)
        elif rows in ROWS and len(self._single) >= _FEWEST:
            cost = seconds / max(statistics.median(self._single), 1e-9)
            self._costs.setdefault(rows, deque(maxlen=_SAMPLES)).append(max(1.0, cost))

    def cost(self, rows: int) -> float:
        """The cost of a batch of `rows` tokens, in single ones.

        A larger batch costs no less than a smaller one, which bounds those that were not measured.
        """
        known = {size: batch.cost for size, batch in self.tried.items()}
        if rows in known:
            return known[rows]
        above = min((cost for size, cost in known.items() if size > rows), default=float(rows))
        below = max((cost for size, cost in known.items() if size < rows), default=1.0)
        return max(below, min(above, ASSUMED[rows]))

    def best(self, rate: float, most: int = ROWS[-1]) -> int:
        """How many tokens to decode at once, at most `most`, the first of which is no draft; 1: none pays.

        `rate` is the share of drafted tokens that are likely to be right, each only where all before it are.
        With `same_only`, a size that was not tried counts as one that may be used.
        """
        best, gain = 1, LEAST_GAIN
        for rows in ROWS:
            if rows <= most and not self._differs(rows) and expected(rate, rows) / self.cost(rows) >= gain:
                best, gain = rows, expected(rate, rows) / self.cost(rows)
        return best

    def untried(self, most: int) -> list[int]:
        """The sizes up to `most` of which must be known first whether their logits are the same."""
        return [rows for rows in ROWS if self.same_only and rows <= most and rows not in self._same]

    def note_agreement(self, rows: int, *, same: bool) -> None:
        """Take note of whether a batch of `rows` tokens gave the logits of single ones to the last bit."""
        self._same[rows] = same

    def __str__(self) -> str:
        """What was found, and from which share of right drafts on they pay."""
        if not self._costs:
            return "not measured yet; the first reply that copies does it"
        costs = ", ".join(f"{rows} tokens at once cost {batch.cost:.1f}" for rows, batch in self.tried.items())
        differing = min((rows for rows, same in self._same.items() if not same), default=0)
        pays = next((share for share in range(1, 101) if self.best(share / 100) > 1), None)
        if self.same_only and differing:
            costs += f"; batches of {differing} and more round differently"
        drafts = "no drafts pay" if pays is None else f"drafts pay where {pays} of 100 are right"
        return f"{costs}; {drafts}"

    def _differs(self, rows: int) -> bool:
        """True where `rows`, or fewer, gave other logits: larger batches are added up in even larger pieces."""
        return self.same_only and any(not same for size, same in self._same.items() if size <= rows)


def expected(rate: float, rows: int) -> float:
    """How many tokens a batch of `rows` is likely to give: the first, and drafts up to the first wrong one."""
    return float(rows) if rate >= 1 else (1 - rate**rows) / (1 - rate)


def try_batches(context: Decoder, slot: int, tokens: Sequence[int], costs: BatchCosts) -> tuple[int, int]:
    """Decode `tokens` at the end of `slot`, one by one and in batches of each untried size, and cut again.

    Ends with the first size that gives other logits. Returns how many tokens `slot` holds then, as it did
    before unless it could not be cut, and how many were decoded.
    """
    length = size = len(context.sequences.tokens(slot))
    decoded = 0
    for rows in costs.untried(len(tokens)):
        singles = []
        for token in tokens[:rows]:
            start = costs.clock()
            singles.append(context.extend(slot, [token]))
            costs.note(1, costs.clock() - start)
        decoded += rows
        size = context.cut(slot, length)
        if size != length:
            break
        start = costs.clock()
        batch = context.extend_by_draft(slot, list(tokens[:rows]))
        costs.note(rows, costs.clock() - start)
        decoded += rows
        size = context.cut(slot, length)
        same = all((one == other).all() for one, other in zip(batch, singles, strict=True))
        costs.note_agreement(rows, same=same)
        if not same or size != length:
            break
    return size, decoded


def known_batches(key: str) -> dict[int, Batch]:
    """What was found for `key` (model, library and how it is loaded) on this machine, if anything."""
    entry = KEPT.known(key)
    batches = {}
    for rows in ROWS:
        match entry.get(str(rows)):
            case {"cost": int() | float() as cost, "same": bool() | None as same} if 1 <= cost <= 1e3:
                batches[rows] = Batch(float(cost), same)
    return batches


def keep_batches(key: str, batches: Mapping[int, Batch]) -> None:
    """Keep what was found for `key` in the cache folder; a disk that is full keeps none."""
    KEPT.keep(
        key, {str(rows): {"cost": round(batch.cost, 2), "same": batch.same} for rows, batch in batches.items()}
    )
