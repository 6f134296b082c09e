"""How often the gate of `pandora evolve` keeps edits that do nothing, harm or mend: a simulation, no model."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pandora.growth.gate import (
    MARGIN,
    MORE_SEEDS,
    SEEDS,
    Pair,
    Score,
    harms,
    judge,
    mends_no_more,
    order_of_pairs,
)

TASKS = 22
"""Tasks of the simulated suite, half of which the old pattern solves."""
NOISE = 0.1
"""The share of runs that end otherwise than the task's usual run."""
TOUCHED = 0.3
"""The share of tasks whose prompts an edit changes, besides those that it breaks or mends."""


@dataclass(frozen=True)
class Edit:
    """A simulated edit: how many tasks it breaks and how many it mends."""

    name: str
    breaks: int = 0
    mends: int = 0


EDITS = (Edit("no-op"), Edit("breaks 2", breaks=2), Edit("mends 2", mends=2))


@dataclass(frozen=True)
class _Suite:
    """One draw: the tasks that the edit touches, and what each solves as a rule, before and after."""

    before: Mapping[str, bool]
    after: Mapping[str, bool]
    touched: Sequence[str]


def _draw(edit: Edit, chance: random.Random, share: float) -> _Suite:
    names = [f"task{number:02}" for number in range(TASKS)]
    before = {name: number % 2 == 0 for number, name in enumerate(names)}
    solved = [name for name in names if before[name]]
    unsolved = [name for name in names if not before[name]]
    changed = [*chance.sample(solved, edit.breaks), *chance.sample(unsolved, edit.mends)]
    after = {name: solves != (name in changed) for name, solves in before.items()}
    touched = [name for name in names if name in changed or chance.random() < share]
    return _Suite(before, after, touched)


def _pair(suite: _Suite, task: str, seed: int, chance: random.Random) -> Pair:
    old, new = (Score(usual[task] != (chance.random() < NOISE)) for usual in (suite.before, suite.after))
    return Pair(task, seed, old, new)


def _pairs(suite: _Suite, seeds: Sequence[int], chance: random.Random, key: str) -> list[Pair]:
    """The pairs of the touched tasks in the gate's order; the others stand for themselves, and cost nothing."""
    rest = [
        Pair(task, 1, Score(solves), Score(solves), ran=False)
        for task, solves in suite.before.items()
        if task not in suite.touched
    ]
    return rest + [_pair(suite, *place, chance) for place in order_of_pairs(suite.touched, seeds, key)]


Rule = Callable[[_Suite, random.Random, str], tuple[bool, int]]


def mean_alone(seeds: int) -> Rule:
    """Keep an edit whose mean difference is not below 0."""

    def keeps(suite: _Suite, chance: random.Random, key: str) -> tuple[bool, int]:
        pairs = _pairs(suite, range(1, seeds + 1), chance, key)
        return sum(pair.difference for pair in pairs) >= 0, sum(pair.ran for pair in pairs)

    return keeps


def bound_alone(seeds: int) -> Rule:
    """Keep an edit whose lower bound is above −5 points."""

    def keeps(suite: _Suite, chance: random.Random, key: str) -> tuple[bool, int]:
        pairs = _pairs(suite, range(1, seeds + 1), chance, key)
        return judge(pairs, (), must_mend=False).lower > -MARGIN, sum(pair.ran for pair in pairs)

    return keeps


def whole_gate(must_mend: bool = False) -> Rule:
    """The gate as `evolve` uses it: stopped early by the evidence of harm, mean, bound, two more seeds.

    With `must_mend`, at least one of the tasks that the edit touches must be mended in every seed.
    """

    def keeps(suite: _Suite, chance: random.Random, key: str) -> tuple[bool, int]:
        run: list[Pair] = [pair for pair in _pairs(suite, (), chance, key) if not pair.ran]
        for seeds in (range(1, SEEDS + 1), range(SEEDS + 1, MORE_SEEDS + 1)):
            for task, seed in order_of_pairs(suite.touched, seeds, key):
                run.append(_pair(suite, task, seed, chance))
                if harms(run) or (must_mend and mends_no_more(run, suite.touched)):
                    return False, sum(pair.ran for pair in run)
            verdict = judge(run, suite.touched, must_mend=must_mend)
            if verdict.decision != "more seeds":
                break
        return verdict.decision == "keep", sum(pair.ran for pair in run)

    return keeps


RULES: Sequence[tuple[str, Rule, float]] = (
    ("mean not lower, one run of all", mean_alone(1), 1.0),
    ("mean not lower, three runs of all", mean_alone(SEEDS), 1.0),
    ("lower bound over -5 points, five runs of all", bound_alone(MORE_SEEDS), 1.0),
    ("mean not lower, three seeds, affected only", mean_alone(SEEDS), TOUCHED),
    ("lower bound over -5 points, three seeds, affected only", bound_alone(SEEDS), TOUCHED),
    ("the whole gate, without a task to mend", whole_gate(), TOUCHED),
    ("the whole gate", whole_gate(must_mend=True), TOUCHED),
)
"""Each rule with the share of tasks that it has to run."""


@dataclass(frozen=True)
class Rate:
    """How often a rule keeps each kind of edit (shares by its name), and the pairs that it runs on average."""

    rule: str
    kept: Mapping[str, float]
    pairs: Mapping[str, float]


def rate(name: str, rule: Rule, share: float, rounds: int, seed: int = 1) -> Rate:
    """Simulate `rounds` rounds of each kind of edit under one rule."""
    kept, pairs = {}, {}
    for edit in EDITS:
        chance = random.Random(f"{seed} {edit.name}")
        ends = [rule(_draw(edit, chance, share), chance, f"{edit.name} {number}") for number in range(rounds)]
        kept[edit.name] = sum(keeps for keeps, _ in ends) / rounds
        pairs[edit.name] = sum(run for _, run in ends) / rounds
    return Rate(name, kept, pairs)
