"""`pandora evolve`: what it refuses, and the list of every candidate."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pandora import cli
from pandora.engine.recorded_model import RecordedModel
from tests.growth.small_suites import PATTERN, Rounds, RuleModel


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


def test_a_round_by_the_command_with_another_model_that_proposes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Growth 18 and 20: the proposer is asked for the edit alone; a sitting that reaches a ceiling goes on."""
    rounds = Rounds.made(tmp_path)
    does, proposes = RuleModel("Say nothing at all."), RuleModel("Write it in capitals.")
    proposes.name = proposes.fingerprint = "strong"

    def model_of(settings: object, options: Mapping[str, Any], *recorded: RecordedModel) -> RuleModel:
        made_by = recorded[0].name if recorded else ""
        return proposes if "strong" in (options.get("model"), made_by) else does

    monkeypatch.setattr("pandora.engine.run.model_of", model_of)
    monkeypatch.setenv("PANDORA_MODEL", "weak")
    arguments = ["evolve", "say", "--suite", str(tmp_path / "suite"), "--proposer", "strong", "--calls", "24"]
    code, sittings = cli.run(["-C", str(rounds.root), *arguments]), 1
    said = capsys.readouterr().err
    while code == 4 and sittings < 30:
        code, sittings = cli.run(["-C", str(rounds.root), "resume"]), sittings + 1
        said += capsys.readouterr().err
    assert (code, sittings > 2) == (3, True), said
    assert "baseline 2 of 5: " in said
    assert "pair 12 of 12" in said
    assert proposes.calls == 1
    assert does.calls > 40
    assert "Change: Write it in capitals." in rounds.document(1).body(2)
    assert cli.run(["-C", str(rounds.root), "approve"]) == 0
    assert "Write it in capitals." in (rounds.root / PATTERN).read_text("utf-8")


@pytest.mark.parametrize("option", ["--suite", "--hidden"])
def test_a_suite_that_is_not_there_is_refused_before_anything_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    rounds = Rounds.made(tmp_path)
    monkeypatch.setattr("pandora.engine.run.model_of", lambda *given: pytest.fail("a model was loaded"))
    before = sorted((rounds.root / "state").iterdir()), sorted((rounds.root / "system").rglob("*"))
    suites = ["--suite", str(tmp_path / "suite"), option, "nope"]
    assert cli.run(["-C", str(rounds.root), "evolve", "say", *suites]) == 2
    assert "nope is no folder; name one whose folders hold task.md" in capsys.readouterr().err
    assert (sorted((rounds.root / "state").iterdir()), sorted((rounds.root / "system").rglob("*"))) == before
