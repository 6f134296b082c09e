"""The commands of the research bench: what they make, print, and do not ask twice."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import research_bench, written_questions
from benchmarks.__main__ import bench
from benchmarks.written_questions import MANUALS
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
    assert "research, seed 1, 2 questions\n  facts right: 1 of 1 (1.000)\n" in out
    assert "  contradictions found: 0 of 0\n" in out
    assert "seed 1: right only by research 0, only by plain 0, p 1.000 (sign test)" in out


_READER = """
import pathlib, sys, time
part = pathlib.Path(sys.argv[1])
name = "tool-research_extractor-abcdef-1.1.1.md"
(part / "state" / name).write_text("---\\nstatus: accepted\\n---\\n")
time.sleep(60)
(part / "ended").touch()
"""


def test_a_killed_run_is_resumed_and_its_report_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Research 11: killed after the first extractor; the score says whether the report is the same."""
    assert bench_run("make", str(tmp_path)) == 0
    (tmp_path / "planted" / "state").mkdir(exist_ok=True)
    asked: list[tuple[str, ...]] = []

    def answered(part: Path, arguments: tuple[str, ...], limit: int) -> dict[str, object]:
        asked.append(arguments)
        status = "waiting" if arguments[0] == "research" else "accepted"
        return {"id": "system-abcdef", "status": status, "output": "It holds 650 litres.", "usage": {}}

    def command(part: Path, arguments: tuple[str, ...]) -> tuple[str, ...]:
        asked.append(arguments)
        return (sys.executable, "-c", _READER, str(part))

    monkeypatch.setattr(research_bench, "_pandora", answered)
    monkeypatch.setattr(research_bench, "_command", command)
    chosen = ("run", str(tmp_path), "--item", "trap-phrase", "--out", str(tmp_path / "out.jsonl"))
    assert bench_run(*chosen) == 0
    assert bench_run(*chosen, "--mode", "killed") == 0
    assert [arguments[0] for arguments in asked] == ["research", "answer", "research", "answer", "resume"]
    assert not (tmp_path / "planted" / "ended").exists()
    capsys.readouterr()
    assert bench_run("score", str(tmp_path), str(tmp_path / "out.jsonl")) == 0
    assert "seed 1: 1 of 1 reports of killed runs are those of research\n" in capsys.readouterr().out


def test_a_sample_is_the_same_each_time_and_a_larger_one_begins_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bench_run("make", str(tmp_path)) == 0
    ended = {"id": "system-abcdef", "status": "accepted", "output": "It is so.", "usage": {}}
    monkeypatch.setattr(research_bench, "_pandora", lambda part, arguments, limit: ended)
    asked = []
    for count in ("3", "5"):
        out = tmp_path / f"{count}.jsonl"
        assert bench_run("run", str(tmp_path), "--sample", count, "--mode", "plain", "--out", str(out)) == 0
        asked.append([json.loads(line)["id"] for line in out.read_text(encoding="utf-8").splitlines()])
    assert asked[1][:3] == asked[0]
    assert len(set(asked[1])) == 5


APART = (
    '{"part": "planted", "question": "How tall is the lighthouse?", "kind": "one page",'
    ' "quotes": ["is 34 m high"], "values": ["34 m"]}\n'
    '{"part": "mails", "question": "Who won?", "kind": "unanswerable"}\n'
)


def test_questions_that_are_kept_apart_are_asked_and_scored_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "apart.jsonl"
    file.write_text(APART, encoding="utf-8")
    monkeypatch.setattr(written_questions, "KEPT_APART", file)
    assert bench_run("make", str(tmp_path)) == 0
    assert bench_run("recall", str(tmp_path)) == 0
    out = capsys.readouterr().out
    assert "planted: 35 documents, 35 questions, 1 kept apart\n" in out
    assert "  kept apart, one page: recall@8 1.000 of 1\n" in out
    ended = {"id": "system-abcdef", "status": "accepted", "output": "It is 34 m high.", "usage": {}}
    monkeypatch.setattr(research_bench, "_pandora", lambda part, arguments, limit: ended)
    answers = tmp_path / "out.jsonl"
    run_plain = ("run", str(tmp_path), "--mode", "plain", "--out", str(answers))
    assert bench_run(*run_plain, "--item", "trap-phrase", "--item", "apart-1") == 0
    assert bench_run(*run_plain, "--kept-apart") == 0
    lines = [json.loads(line)["id"] for line in answers.read_text(encoding="utf-8").splitlines()]
    assert lines == ["trap-phrase", "apart-1"]
    capsys.readouterr()
    assert bench_run("score", str(tmp_path), str(answers)) == 0
    out = capsys.readouterr().out
    assert "plain, seed 1, 1 questions\n  facts right: 0 of 1 (0.000)\n" in out
    assert "plain, seed 1, 1 questions kept apart\n  facts right: 1 of 1 (1.000)\n" in out
    file.write_text(APART.replace("is 34 m high", "is 35 m high"), encoding="utf-8")
    assert bench_run("make", str(tmp_path)) == 2
    assert "apart.jsonl:1: no document has these words: is 35 m high" in capsys.readouterr().err


def test_twenty_questions_are_kept_apart() -> None:
    lines = written_questions.KEPT_APART.read_text(encoding="utf-8").splitlines()
    asked = [json.loads(line) for line in lines]
    assert len({one["question"] for one in asked}) == len(asked) == 20
    assert {one["kind"] for one in asked} == {
        "one page",
        "over a border",
        "yes or no",
        "contradiction",
        "unanswerable",
    }
    assert all(bool(one.get("values")) == (one["kind"] != "unanswerable") for one in asked)


def test_thirty_six_questions_are_in_words_of_their_own() -> None:
    lines = written_questions.OWN_WORDS.read_text(encoding="utf-8").splitlines()
    asked = [json.loads(line) for line in lines]
    assert len({one["question"] for one in asked}) == len(asked) == 36
    assert all(bool(one.get("values")) == ("unanswerable" not in one["kind"]) for one in asked)


def test_what_is_missing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_run("make", str(tmp_path), "--part", "mails") == 2
    assert "--packages DIR says where the packages are" in capsys.readouterr().err
    assert bench_run("recall", str(tmp_path)) == 2
    assert "no part of the test set in there" in capsys.readouterr().err
    assert bench_run("make", str(tmp_path)) == 0
    asked = ("run", str(tmp_path), "--out", str(tmp_path / "out.jsonl"), "--mode", "gpt-researcher")
    assert bench_run(*asked, "--model", "scripted:x") == 2
    assert "scripted:x is no model in this process" in capsys.readouterr().err
    (tmp_path / "x.gguf").write_bytes(b"GGUF")
    assert bench_run(*asked, "--model", str(tmp_path / "x.gguf")) == 2
    assert "--python FILE must name the interpreter" in capsys.readouterr().err


def test_the_manuals_have_forty_answers_and_ten_questions_without_one() -> None:
    read = [json.loads(line) for line in MANUALS.read_text(encoding="utf-8").splitlines()]
    assert sum("quotes" in line for line in read) == 40
    assert sum("quotes" not in line for line in read) == 10
    assert len({line["question"] for line in read}) == 50
