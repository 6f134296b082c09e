"""`pandora evolve`: what it refuses, and the list of every candidate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora import cli
from tests.growth.small_suites import Rounds


def test_the_log_lists_a_candidate_with_its_edit_and_its_bound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Growth 22: every candidate, kept or not, with its edit, its prediction, its pairs, H and the bound."""
    rounds = Rounds.made(tmp_path, change="Answer AZURE to it.")
    rounds.start()
    capsys.readouterr()
    assert cli.run(["-C", str(rounds.root), "evolve", "--log"]) == 0
    heads, row = capsys.readouterr().out.splitlines()
    assert heads.split() == [
        *("RUN", "FILE", "PART", "CHANGE", "PAIRS", "H", "DECISION", "BOUND", "OR", "REASON"),
    ]
    assert "instruction of DO" in row
    assert "dropped" in row
    assert cli.run(["-C", str(rounds.root), "evolve", "--log", "--json"]) == 0
    (candidate,) = json.loads(capsys.readouterr().out)["candidates"]
    assert candidate["expects"] == "loud-leaf, loud-sky"
    assert candidate["reason"] == "it holds a value that a check expects"


def test_a_pattern_and_a_suite_are_needed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = Rounds.made(tmp_path)
    assert cli.run(["-C", str(rounds.root), "evolve", "say"]) == 2
    assert cli.run(["-C", str(rounds.root), "evolve", "sing", "--suite", str(tmp_path / "suite")]) == 2
    assert "there is no pattern 'sing'; they are" in capsys.readouterr().err
    assert cli.run(["-C", str(rounds.root), "evolve", "--log"]) == 0
    assert "no candidate so far" in capsys.readouterr().err
