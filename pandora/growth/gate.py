"""The gate of an edit: from pairs of runs, old pattern beside new, it says whether the edit is kept."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Literal

STAKE = 0.9
"""The share of the evidence of harm that is staked on each pair."""
HARM = 10.0
"""The evidence of harm at which an edit is dropped at once.

Under an edit that does no harm, the evidence is a nonnegative supermartingale that begins at 1, so that it ever
reaches this in at most 1 of 10 cases, however often it is looked at (Ville's inequality).
"""
MARGIN = Fraction(5, 100)
"""The loss, as a share of the suite, that the lower bound must exclude."""
ALPHA = Fraction(1, 10)
"""The share of cases in which the bound may be wrong, for one candidate."""
SEEDS, MORE_SEEDS = 3, 5
"""The seeds of each affected task, and those where three leave the bound too low."""
DEARER = Fraction(110, 100)
"""How many times the tokens of a solved task may be what they were."""

Decision = Literal["drop", "keep", "more seeds"]


@dataclass(frozen=True)
class Score:
    """How one run of one task ended: solved, or accepted and wrong, and its prompt and written tokens."""

    solved: bool
    wrong: bool = False
    tokens: int = 0


@dataclass(frozen=True)
class Pair:
    """One task with one seed, done with the old pattern and with the new one.

    Where `ran` is false, the edit changes no prompt of the task: both scores are those of the old pattern.
    """

    task: str
    seed: int
    old: Score
    new: Score
    ran: bool = True

    @property
    def difference(self) -> int:
        """1 where only the new pattern solves it, −1 where only the old one does, else 0."""
        return int(self.new.solved) - int(self.old.solved)


@dataclass(frozen=True)
class Verdict:
    """What the pairs so far come to.

    `evidence` is the evidence of harm, at its highest. `mean` and `lower` are shares of the suite: the mean
    difference, and the bootstrap's lower quantile of it. `harm` is the largest loss, as a share, that the pairs
    leave possible with `confidence`. `mended` are the tasks with a gain in each seed that were predicted,
    `elsewhere` those that were not: noise. `reasons` say why it is not kept.
    """

    decision: Decision
    evidence: float
    mean: Fraction
    lower: Fraction
    harm: float
    confidence: Fraction
    mended: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def claim(self) -> str:
        """The bound in words, such as `not worse by more than 6 points (90 %)`."""
        points = -(-round(self.harm * 1000) // 10)
        sure = float(self.confidence * 100)
        return f"not worse by more than {points} point{'' if points == 1 else 's'} ({sure:.3g} %)"


def evidence_of_harm(pairs: Iterable[Pair]) -> float:
    """Return the highest value of H ← H · (1 − 0.9 · d) over the pairs in their order, from H = 1."""
    evidence = highest = 1.0
    for pair in pairs:
        evidence *= 1 - STAKE * pair.difference
        highest = max(highest, evidence)
    return highest


def lower_bound(means: Sequence[Fraction], quantile: Fraction) -> Fraction:
    """Return the `quantile` of the mean of as many tasks, drawn with replacement from those given.

    `means` has each task's mean difference. This is the percentile bootstrap over tasks, worked out exactly by
    convolution instead of drawn, so that the same pairs always have the same bound. 0 where there is no task.
    """
    if not means:
        return Fraction(0)
    unit = lcm(*(mean.denominator for mean in means))
    steps = Counter(int(mean * unit) for mean in means)
    low = min(steps)
    weights = [steps.get(low + place, 0) for place in range(max(steps) - low + 1)]
    sums = [1]
    for _ in means:
        sums = _convolved(sums, weights)
    most, so_far = quantile * len(means) ** len(means), 0
    for place, count in enumerate(sums):
        so_far += count
        if so_far > most:
            return Fraction(place + low * len(means), unit * len(means))
    return Fraction(max(steps), unit)


def _convolved(sums: Sequence[int], weights: Sequence[int]) -> list[int]:
    """The counts of sums with one more draw; `weights` are the counts of each value of a draw."""
    longer = [0] * (len(sums) + len(weights) - 1)
    for step, weight in enumerate(weights):
        if weight:
            for place, count in enumerate(sums):
                longer[place + step] += count * weight
    return longer


def unseen_loss(tasks: int, alpha: Fraction = ALPHA) -> float:
    """Return the largest share of tasks that may be lost although none of `tasks` was: 1 − α^(1/n).

    22 tasks bound it at 10 points, 45 at 5, 76 at 3 (90 %). 1.0 where there is no task.
    """
    return 1 - float(alpha) ** (1 / tasks) if tasks else 1.0


def order_of_pairs(tasks: Iterable[str], seeds: Iterable[int], key: str) -> list[tuple[str, int]]:
    """Return every (task, seed) in an order that `key` alone decides, so that a round can be resumed."""
    pairs = [(task, seed) for task in sorted(tasks) for seed in sorted(seeds)]
    random.Random(key).shuffle(pairs)
    return pairs


def harms(pairs: Sequence[Pair]) -> bool:
    """Return True where the pairs so far drop the edit at once; this may be looked at after each pair."""
    return evidence_of_harm(pairs) >= HARM


def mends_no_more(pairs: Sequence[Pair], expected: Sequence[str]) -> bool:
    """Return True where no task of `expected` can be mended in each of the first seeds, whatever is still run.

    The edit is dropped in the end then, so that nothing more need be run.
    """
    failed = {pair.task for pair in pairs if pair.seed <= SEEDS and pair.difference <= 0}
    return failed.issuperset(expected)


def judge(
    pairs: Sequence[Pair], expected: Sequence[str], candidates: int = 1, *, must_mend: bool = True
) -> Verdict:
    """Judge an edit by its pairs, in the order in which they were run.

    They are those of each affected task with all seeds of this stage, or fewer where they already show harm, or
    that nothing can be mended any more.
    `expected` are the tasks that it was to mend, `candidates` how many edits the suite has judged, this one
    among them. The hidden suite asks for no mended task, since nobody knows its tasks (`must_mend`).
    """
    alpha = ALPHA / max(1, candidates)
    by_task = _by_task(pairs)
    means = [Fraction(sum(pair.difference for pair in runs), len(runs)) for runs in by_task.values()]
    mean = sum(means, Fraction(0)) / len(means) if means else Fraction(0)
    lower = lower_bound(means, alpha)
    evidence = evidence_of_harm(pairs)
    gained = sorted(task for task, runs in by_task.items() if _mended(runs))
    mended = tuple(task for task in gained if task in expected)
    decision: Decision = "drop"
    reasons = [f"the evidence of harm reached {evidence:.3g}, and {HARM:g} is too much"]
    if evidence < HARM:
        reasons = _against(by_task, mean, bool(mended) or not must_mend)
        if lower <= -MARGIN:
            seeds = max((len(runs) for runs in by_task.values()), default=0)
            decision = "drop" if reasons or seeds >= MORE_SEEDS else "more seeds"
            reasons.append(f"a loss of {_points(-lower)} is not excluded, and {_points(MARGIN)} would be")
        elif not reasons:
            decision = "keep"
    return Verdict(
        decision,
        evidence,
        mean,
        lower,
        max(float(-lower), unseen_loss(len(means), alpha)),
        1 - alpha,
        mended,
        tuple(task for task in gained if task not in expected),
        tuple(reasons),
    )


def _points(share: Fraction) -> str:
    return f"{float(share) * 100:.3g} points"


def _by_task(pairs: Sequence[Pair]) -> dict[str, list[Pair]]:
    by_task: dict[str, list[Pair]] = {}
    for pair in pairs:
        by_task.setdefault(pair.task, []).append(pair)
    return by_task


def _mended(runs: Sequence[Pair]) -> bool:
    """True where the edit solves the task with each of the first seeds, and the old pattern with none."""
    first = [pair for pair in runs if pair.seed <= SEEDS]
    return len(first) == SEEDS and all(pair.difference > 0 for pair in first)


def _against(by_task: Mapping[str, Sequence[Pair]], mean: Fraction, mends: bool) -> list[str]:
    """Why complete pairs speak against an edit, the bound left out."""
    reasons = []
    if mean < 0:
        reasons.append(f"it solves {float(-mean) * 100:.1f} points less")
    scores = [([pair.old for pair in runs], [pair.new for pair in runs]) for runs in by_task.values()]
    before, after = ([scored[place] for scored in scores] for place in (0, 1))
    if _sum_of_means(after, lambda score: score.wrong) > _sum_of_means(before, lambda score: score.wrong):
        reasons.append("more results are accepted and wrong")
    old_price, new_price = _tokens_per_solved(before), _tokens_per_solved(after)
    if old_price and new_price and new_price > DEARER * old_price:
        reasons.append(f"a solved task costs {float(new_price / old_price - 1) * 100:.0f} % more tokens")
    if not mends:
        reasons.append(f"it mends no task that it was to mend in {SEEDS} of {SEEDS} seeds")
    return reasons


def _sum_of_means(tasks: Sequence[Sequence[Score]], figure: Callable[[Score], int]) -> Fraction:
    """The mean figure of each task's runs, added up over the tasks."""
    return sum((Fraction(sum(map(figure, runs)), len(runs)) for runs in tasks), Fraction(0))


def _tokens_per_solved(tasks: Sequence[Sequence[Score]]) -> Fraction:
    """The tokens of all tasks for each that is solved; 0 where none is."""
    solved = _sum_of_means(tasks, lambda score: score.solved)
    return _sum_of_means(tasks, lambda score: score.tokens) / solved if solved else Fraction(0)
