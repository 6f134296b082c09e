"""The commands of the research bench: what they make, print, and do not ask twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import research_bench
from benchmarks.__main__ import bench
from benchmarks.package_documents import MANUALS
from pandora.cli import run


def bench_run(*arguments: str) -> int:
    return run(["research", *arguments], bench, "python -m benchmarks")


def test_make_recall_run_and_score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_run("make", str(tmp_path)) == 0
    assert capsys.readouterr().out == "planted: 35 documents, 35 questions\n"
    assert bench_run("recall", str(tmp_path), "--missed") == 0
    out = capsys.readouterr().out
    assert "planted: 34 sources, indexed in " in out
    assert "  planted: recall@8 1.000 of 27\n    an answering sentence is looked at: 27 of 27\n" in out
    asked: list[tuple[str, ...]] = []

    def answered(part: Path, arguments: tuple[str, ...], limit: int) -> dict[str, object]:
        asked.append(arguments)
        status = "waiting" if arguments[0] == "research" and "--plain" not in arguments else "accepted"
        return {"id": "system-abcdef", "status": status, "output": "It holds 650 litres.", "usage": {}}

    monkeypatch.setattr(research_bench, "_pandora", answered)
    out_file = tmp_path / "out.jsonl"
    chosen = ("--item", "trap-phrase", "--item", "unanswerable-1", "--out", str(out_file))
    assert bench_run("run", str(tmp_path), *chosen, "--model", "scripted:x") == 0
    assert [arguments[0] for arguments in asked] == ["research", "answer"] * 2
    assert asked[1] == ("answer", "--model", "scripted:x", "system-abcdef", "Authorized to execute")
    assert bench_run("run", str(tmp_path), *chosen) == 0
    assert len(asked) == 4
    assert bench_run("run", str(tmp_path), *chosen, "--mode", "plain") == 0
    assert len(asked) == 6
    capsys.readouterr()
    assert bench_run("score", str(tmp_path), str(out_file)) == 0
    out = capsys.readouterr().out
    assert "research, seed 1, 2 questions\n  facts right: 1.000\n" in out
    assert "seed 1: right only by research 0, only by plain 0, p 1.000 (sign test)" in out


def test_what_is_missing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_run("make", str(tmp_path), "--part", "mails") == 2
    assert "--packages DIR says where the packages are" in capsys.readouterr().err
    assert bench_run("recall", str(tmp_path)) == 2
    assert "no part of the test set in there" in capsys.readouterr().err


def test_the_manuals_have_forty_answers_and_ten_questions_without_one() -> None:
    read = [json.loads(line) for line in MANUALS.read_text(encoding="utf-8").splitlines()]
    assert sum("quote" in line for line in read) == 40
    assert sum("quote" not in line for line in read) == 10
    assert len({line["question"] for line in read}) == 50
