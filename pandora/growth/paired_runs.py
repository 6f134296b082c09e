"""The pairs of one edit on one suite: which tasks it reaches, and their runs, until the gate has decided."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pandora.growth.gate import MORE_SEEDS, SEEDS, Pair, Verdict, harms, judge, mends_no_more, order_of_pairs
from pandora.growth.suite_runs import SuiteRuns

Begun = Callable[[int, int], None]
"""Told before each pair: its number in this stage, and how many the stage has."""
Ended = Callable[[Sequence[Pair]], None]
"""Told after each pair: all pairs so far, those of tasks that are not reached first."""


def time_left(seconds: float, ran: int, left: int) -> str:
    """What is left of a stage, where `ran` of its runs took so many `seconds`; "" below half a minute."""
    rest = seconds / ran * left if ran else 0.0
    return f"; about {rest / 60:.0f} min left" if rest >= 30 else ""


@dataclass
class PairedRuns:
    """An edit on a suite: `old` and `new` are folders of patterns, `expects` the tasks that it should mend.

    `uses` is how many edits the suite has judged, this one among them, and `key` decides the order of pairs.
    `ran` counts the pairs, and `timed` those of them that were not on record; these took so many `seconds`.
    """

    suite: SuiteRuns
    old: Path
    new: Path
    expects: Sequence[str]
    uses: int
    key: str
    must_mend: bool = True
    ran: int = 0
    timed: int = 0
    seconds: float = 0.0
    reached: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        for name in self.suite.names:  # what an edit reaches is seen in the runs with the old pattern
            self.suite.run(name, 1, self.old)
        names = (name for name in self.suite.names if self.suite.reached(name, self.old, self.new))
        self.reached = tuple(names)

    def progress(self, number: int, of: int) -> str:
        """`pair 3 of 12; about 9 min left`, before the pair `number` of a stage of `of` pairs."""
        return f"pair {number} of {of}{time_left(self.seconds, self.timed, of - number + 1)}"

    def judged(self, begun: Begun = lambda number, of: None, ended: Ended = lambda pairs: None) -> Verdict:
        """Run the pairs that the gate asks for, and return its verdict."""
        pairs = [
            Pair(name, 1, score, score, ran=False)
            for name in self.suite.names
            if name not in self.reached
            for score in (self.suite.run(name, 1, self.old).score,)
        ]
        # What the old pattern solves with the first seed is not mended in each.
        open_tasks = [name for name in self.expects if not self.suite.run(name, 1, self.old).score.solved]
        for seeds in (range(1, SEEDS + 1), range(SEEDS + 1, MORE_SEEDS + 1)):
            places = order_of_pairs(self.reached, seeds, self.key)
            for number, (name, seed) in enumerate(places, 1):
                if harms(pairs) or (self.must_mend and mends_no_more(pairs, open_tasks)):
                    break
                begun(number, len(places))
                began = time.monotonic()
                before, after = (self.suite.run(name, seed, system) for system in (self.old, self.new))
                self.ran += 1
                if not (before.recorded and after.recorded):
                    self.seconds += time.monotonic() - began
                    self.timed += 1
                pairs.append(Pair(name, seed, before.score, after.score))
                ended(pairs)
            verdict = judge(pairs, self.expects, self.uses, must_mend=self.must_mend)
            if verdict.decision != "more seeds":
                break
        return verdict
