from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pandora.disk.layout import Workspace
from pandora.growth.gate import Score
from pandora.growth.leak_audit import TaskSecrets
from pandora.growth.paired_runs import PairedRuns, time_left
from pandora.growth.suite_runs import TaskRun

OLD, NEW = Path("old"), Path("new")


class SolvedSuite:
    """A suite of which it is said which tasks each pattern solves, whatever the seed; an edit reaches all."""

    secrets: Sequence[TaskSecrets] = ()

    def __init__(self, old: str, new: str) -> None:
        self.solved = {OLD: old, NEW: new}
        self.names: Sequence[str] = tuple("abcdefgh")
        self.ran: list[tuple[str, int, Path]] = []

    def run(self, task: str, seed: int, system: Path) -> TaskRun:
        recorded = (task, seed, system) in self.ran
        self.ran += [] if recorded else [(task, seed, system)]
        score = Score(task in self.solved[system], tokens=9)
        return TaskRun(task, seed, score, "accepted", recorded=recorded)

    def documents(self, task: str, system: Path) -> Workspace | None:
        return None

    def reached(self, task: str, old: Path, new: Path) -> bool:
        return True

    def count_use(self, candidate: str) -> int:
        return 1


def test_harm_ends_an_edit_that_could_mend_what_it_said() -> None:
    """Growth 21: dropped at once when the evidence of harm reaches 10, although a task may still be mended."""
    runs = PairedRuns(SolvedSuite("bcdefgh", "a"), OLD, NEW, "a", 1, "key")
    verdict = runs.judged()
    assert (verdict.decision, runs.ran < 24) == ("drop", True)
    assert "the evidence of harm reached" in verdict.reasons[0]


def test_an_edit_ends_once_it_can_mend_nothing() -> None:
    """Growth 21: at least one task mended in 3 of 3 seeds; without one that still can be, no more is run."""
    runs = PairedRuns(SolvedSuite("abc", "abc"), OLD, NEW, "d", 1, "key")
    assert (runs.judged().decision, runs.ran < 24) == ("drop", True)
    unasked = PairedRuns(SolvedSuite("abc", "abc"), OLD, NEW, "d", 1, "key", must_mend=False)
    assert (unasked.judged().decision, unasked.ran) == ("keep", 24)
    solved = PairedRuns(SolvedSuite("abc", "ab"), OLD, NEW, "abc", 1, "key")
    assert (solved.judged().decision, solved.ran) == ("drop", 0), "what is solved is not mended"
    mends = PairedRuns(SolvedSuite("abc", "abcd"), OLD, NEW, "d", 1, "key")
    assert (mends.judged().decision, mends.ran) == ("keep", 24)


@pytest.mark.parametrize("pair", range(1, 25))
def test_a_round_is_killed_at_any_pair_and_goes_on_there(pair: int) -> None:
    """Growth, measures: resumable at each pair; the pairs come in the same order, and none is run twice."""
    whole, suite = SolvedSuite("abc", "abcd"), SolvedSuite("abc", "abcd")
    verdict = PairedRuns(whole, OLD, NEW, "d", 1, "key").judged()

    def killed(number: int, of: int) -> None:
        if number == pair:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PairedRuns(suite, OLD, NEW, "d", 1, "key").judged(killed)
    assert len(suite.ran) < len(whole.ran)
    again, said = PairedRuns(suite, OLD, NEW, "d", 1, "key"), list[str]()
    assert again.judged(lambda number, of: said.append(again.progress(number, of))) == verdict
    assert suite.ran == whole.ran
    assert [line.partition(";")[0] for line in said] == [f"pair {number} of 24" for number in range(1, 25)]
    assert again.timed == 25 - pair, "the time left goes by what was run now, and not by what was on record"


def test_the_time_left_follows_from_what_ran() -> None:
    """Growth, measures: a round shows its progress and the time left, once that is half a minute."""
    assert time_left(120.0, 2, 5) == "; about 5 min left"
    assert [time_left(0.0, 0, 5), time_left(120.0, 2, 0), time_left(10.0, 2, 5)] == ["", "", ""]
