from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.evolve_round import EvolveRound, evolve_round
from tests.growth.small_suites import PATTERN, SAY, Rounds


def test_a_round_counts_its_pairs_and_goes_on_where_it_was_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Growth, measures: the pairs of one round, resumable at each; what is kept waits, and `system` stays."""
    rounds = Rounds.made(tmp_path)
    record, suite, said = tmp_path / "record", rounds.suite("suite"), list[str]()
    fill, calls = rounds.model.fill, iter(range(40))

    def stopped(*given: object, **named: object) -> object:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return fill(*given, **named)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(rounds.model, "fill", stopped)
        with pytest.raises(KeyboardInterrupt):
            evolve_round(rounds.model, rounds.workspace.system, suite, record, said.append, PATTERN)
    asked = rounds.model.calls
    done = evolve_round(rounds.model, rounds.workspace.system, suite, record, said.append, PATTERN)
    assert done == EvolveRound(candidates=1, kept=1, pairs=12)
    again = rounds.model.calls
    assert asked == 40
    assert evolve_round(rounds.model, rounds.workspace.system, suite, record, said.append, PATTERN) == done
    assert rounds.model.calls == again, "a finished round asks nothing"
    assert any("pair 3 of 12" in line for line in said)
    assert (rounds.root / PATTERN).read_text("utf-8") == SAY
    shutil.rmtree(record)
