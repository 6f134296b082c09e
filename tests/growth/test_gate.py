from __future__ import annotations

from fractions import Fraction

import pytest

from pandora.growth.gate import (
    HARM,
    Pair,
    Score,
    evidence_of_harm,
    harms,
    judge,
    lower_bound,
    mends_no_more,
    order_of_pairs,
    unseen_loss,
)

YES, NO = Score(True, tokens=1000), Score(False, tokens=1000)
WRONG = Score(False, wrong=True, tokens=1000)


def pairs_of(task: str, old: str, new: str) -> list[Pair]:
    """A task's pairs: a letter for each seed, y where it is solved, n where not, w where accepted and wrong."""
    scores = {"y": YES, "n": NO, "w": WRONG}
    return [
        Pair(task, seed, scores[before], scores[after])
        for seed, (before, after) in enumerate(zip(old, new, strict=True), 1)
    ]


def untouched(count: int) -> list[Pair]:
    return [Pair(f"rest{number}", 1, YES, YES, ran=False) for number in range(count)]


def test_evidence_of_harm_is_looked_at_after_each_pair() -> None:
    """Growth 21: H ← H · (1 − 0.9 · d); four losses more than gains reach 10, and it is dropped at once."""
    losses = [Pair(f"t{number}", 1, YES, NO) for number in range(4)]
    assert evidence_of_harm([]) == 1
    assert not harms(losses[:3])
    assert evidence_of_harm(losses) == pytest.approx(1.9**4)
    assert harms(losses)
    assert harms([*losses, Pair("gain", 1, NO, YES)]), "evidence that was reached stays reached"
    verdict = judge([*losses, *untouched(18)], ("t0",))
    assert verdict.decision == "drop"
    assert "evidence of harm" in verdict.reasons[0]
    assert verdict.evidence >= HARM


def test_an_edit_that_mends_what_it_said_is_kept() -> None:
    """Growth 19 and 21: a predicted task is mended in 3 of 3 seeds; a gain elsewhere is named as noise."""
    pairs = [*pairs_of("a", "nnn", "yyy"), *pairs_of("b", "nnn", "yyy"), *untouched(20)]
    verdict = judge(pairs, ("a",))
    assert verdict.decision == "keep"
    assert (verdict.mended, verdict.elsewhere) == (("a",), ("b",))
    assert judge(pairs, ("c",)).decision == "drop", "a gain that nobody predicted is noise"
    assert judge(pairs, (), must_mend=False).decision == "keep"


def test_a_gain_in_two_of_three_seeds_mends_nothing() -> None:
    """Growth 21: at least one task mended in 3 of 3 seeds."""
    verdict = judge([*pairs_of("a", "nnn", "yyn"), *untouched(21)], ("a",))
    assert verdict.decision == "drop"
    assert verdict.reasons == ("it mends no task that it was to mend in 3 of 3 seeds",)


def test_what_can_mend_nothing_any_more_ends_as_it_would_with_all_its_pairs() -> None:
    """Growth 21: without a task that can be mended in 3 of 3 seeds, no further pair could keep the edit."""
    first = [*pairs_of("a", "n", "y"), *pairs_of("b", "y", "y"), *untouched(20)]
    assert not mends_no_more(first, ("a", "b"))
    assert mends_no_more([*first, Pair("a", 2, NO, NO)], ("a", "b"))
    assert mends_no_more(first, ("b", "rest3")), "what the edit does not reach it cannot mend"
    assert mends_no_more(first, ())
    assert not mends_no_more([*pairs_of("a", "nnnn", "yyyn")], ("a",)), "only the first seeds count"
    verdict = judge([*first, Pair("a", 2, NO, NO)], ("a", "b"))
    assert (verdict.decision, verdict.reasons[0]) == (
        "drop",
        "it mends no task that it was to mend in 3 of 3 seeds",
    )


def test_two_more_seeds_where_only_the_bound_fails() -> None:
    """Growth 21: the mean is not below 0 and the bound is too low: two more seeds, then it is final."""
    three = [*pairs_of("a", "nnn", "yyy"), *pairs_of("b", "yyy", "nny"), *untouched(20)]
    verdict = judge(three, ("a",))
    assert verdict.mean > 0
    assert verdict.decision == "more seeds"
    five = [*pairs_of("a", "nnnnn", "yyyyy"), *pairs_of("b", "yyyyy", "nnyyy"), *untouched(20)]
    assert judge(five, ("a",)).decision in ("keep", "drop")
    assert judge([*three, *pairs_of("c", "yyy", "nny")], ("a",)).decision == "drop", "the mean is below 0"


def test_one_more_that_is_accepted_and_wrong_is_too_many() -> None:
    """Growth 21: whatever the mean, not one more accepted but wrong."""
    pairs = [*pairs_of("a", "nnn", "yyy"), *pairs_of("b", "nnn", "nnw"), *untouched(20)]
    assert judge(pairs, ("a",)).reasons == ("more results are accepted and wrong",)


def test_a_solved_task_may_cost_a_tenth_more_tokens() -> None:
    """Growth 21: at most 10 % more tokens a solved task, over the whole suite."""

    def with_cost(tokens: int) -> list[Pair]:
        mended = [Pair("a", seed, NO, Score(True, tokens=tokens)) for seed in (1, 2, 3)]
        return [*mended, *untouched(9)]

    assert judge(with_cost(2000), ("a",)).decision == "keep"
    verdict = judge(with_cost(4000), ("a",))
    assert verdict.decision == "drop"
    assert "more tokens" in verdict.reasons[0]


def test_with_more_candidates_the_bound_is_stricter() -> None:
    """Growth 21 and 26: with m candidates on one suite the quantile is 10 % / m."""
    pairs = [*pairs_of("a", "nnn", "yyy"), *pairs_of("b", "yyy", "yyn"), *untouched(20)]
    bounds = [judge(pairs, ("a",), candidates).lower for candidates in (1, 10, 100)]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[0] > bounds[2]


def test_the_bootstrap_is_exact() -> None:
    """Growth 21: the quantile of the mean of n tasks drawn with replacement, with no random number."""
    third = Fraction(1, 3)
    means = [-third, Fraction(0)]  # of two draws: −1/3 in 1 of 4, −1/6 in 2 of 4, 0 in 1 of 4
    assert lower_bound(means, Fraction(1, 10)) == -third
    assert lower_bound(means, Fraction(1, 4)) == Fraction(-1, 6)
    assert lower_bound(means, Fraction(3, 4)) == 0
    assert lower_bound([], Fraction(1, 10)) == 0
    assert lower_bound([Fraction(1)] * 4, Fraction(1, 10)) == 1


@pytest.mark.parametrize(("tasks", "points"), [(22, 10), (45, 5), (76, 3)])
def test_pairs_without_a_loss_bound_the_harm(tasks: int, points: int) -> None:
    """Growth, the figures below the gate's table: 22 → 10 points, 45 → 5, 76 → 3."""
    assert round(unseen_loss(tasks) * 100) == points
    verdict = judge(untouched(tasks), (), must_mend=False)
    assert verdict.claim == f"not worse by more than {points} points (90 %)"


def test_the_claim_names_the_bound_that_was_reached() -> None:
    """Growth 22: no claim without its bound, and the confidence is that of so many candidates."""
    verdict = judge(untouched(45), (), 4, must_mend=False)
    assert verdict.claim == "not worse by more than 8 points (97.5 %)"


def test_pairs_run_in_an_order_that_a_resumed_round_finds_again() -> None:
    """Growth 21: random order; the same key gives the same order."""
    tasks = [f"t{number}" for number in range(6)]
    order = order_of_pairs(tasks, (1, 2, 3), "digest")
    assert sorted(order) == [(task, seed) for task in tasks for seed in (1, 2, 3)]
    assert order == order_of_pairs(reversed(tasks), (3, 2, 1), "digest")
    assert order != sorted(order)
    assert order != order_of_pairs(tasks, (1, 2, 3), "another")
