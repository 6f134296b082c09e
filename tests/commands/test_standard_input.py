"""What is piped into `run` is what the task is about."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pandora.commands import standard_input
from tests.commands.conftest import SCRIPT, Run
from tests.commands.test_run import scripted

FRUIT = b"name,price\nfig,3\nkiwi,2\n"


Pipe = Callable[[bytes], None]


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Pipe:
    """Put bytes into a pipe that is standard input."""

    def put(data: bytes) -> None:
        reading, writing = os.pipe()
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(data)
        monkeypatch.setattr(sys, "stdin", os.fdopen(reading, encoding="utf-8"))

    return put


def test_piped_input_is_a_file_of_the_task_and_stays_for_resume(
    pandora: Run, tmp_path: Path, workspace: Path, piped: Pipe
) -> None:
    piped(FRUIT)
    model = scripted(tmp_path, *SCRIPT[:1])
    result = pandora("run", "Which is the cheapest?", "--model", model, "--json")
    (kept,) = (workspace / "input").iterdir()
    assert kept.read_bytes() == FRUIT
    shown = pandora("show", result.json["id"], "--section", "1").out
    assert f"Task: Which is the cheapest? (the piped input is in input/{kept.name})\n" in shown
    code = f"rows = table('input/{kept.name}')\nprint(min(rows, key=lambda row: row['price'])['name'])"
    lines = [{**line, "fill": {"code": code}} if line["phase"] == "do" else line for line in SCRIPT]
    model = scripted(tmp_path, *lines)
    result = pandora("resume", result.json["id"], "--model", model, "--json")
    assert (result.code, result.json["output"]) == (0, "kiwi"), result


@pytest.mark.parametrize("source", [subprocess.DEVNULL, "empty"])
def test_without_input_the_task_is_as_it_was(
    pandora: Run, script: str, workspace: Path, source: object, piped: Pipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    if source == "empty":
        piped(b"")
    else:
        monkeypatch.setattr(sys, "stdin", open(os.devnull, encoding="utf-8"))  # noqa: SIM115
    assert pandora("run", "Which fruit in data/fruit.csv is the cheapest?", "--model", script).code == 0
    assert not (workspace / "input").exists()


def test_a_pipe_that_stays_open_and_empty_holds_nothing_up(
    pandora: Run, script: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standard_input, "_PATIENCE", 0.0)
    monkeypatch.setattr(standard_input, "_LONGEST", 0.0)
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb"), os.fdopen(reading, encoding="utf-8") as pipe:
        monkeypatch.setattr(sys, "stdin", pipe)
        result = pandora("run", "Which fruit in data/fruit.csv is the cheapest?", "--model", script)
    assert result.code == 0
    assert "going on without it" in result.err
    assert not (workspace / "input").exists()


def test_the_list_of_a_shells_loop_is_left_to_the_loop(
    pandora: Run, script: str, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "list").write_text("one\ntwo\n")
    with open(tmp_path / "list", encoding="utf-8") as file:
        os.read(file.fileno(), 4)
        monkeypatch.setattr(sys, "stdin", file)
        assert pandora("run", "Which fruit in data/fruit.csv is the cheapest?", "--model", script).code == 0
        assert os.read(file.fileno(), 9) == b"two\n"
    assert not (workspace / "input").exists()


def test_input_that_is_no_text_is_one_line_of_error(
    pandora: Run, script: str, workspace: Path, piped: Pipe
) -> None:
    piped(b"\x7fELF\0")
    result = pandora("run", "What is it?", "--model", script)
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "pandora: the piped input is no text; save it as a file of its kind and name the file\n"
    )
    assert list((workspace / "state").glob("system-*")) == []
