from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import CODE, SCRIPT, TASK, Run, write_replies

QUESTION = "By price or by weight?"
LOW = {**SCRIPT[1], "fill": {**SCRIPT[1]["fill"], "confidence": "low"}}  # type: ignore[dict-item]
LINES = (SCRIPT[0], LOW, {"phase": "clarify", "fill": {"question": QUESTION}}, *SCRIPT[1:])


@pytest.fixture
def model(tmp_path: Path) -> str:
    """The header gives every part of the script the same fingerprint."""
    return f"scripted:{tmp_path / 'answer.jsonl'}"


@pytest.fixture
def waiting(pandora: Run, model: str) -> str:
    write_replies(model, *LINES[:3])
    result = pandora("run", TASK, "--model", model, "--json")
    assert result.code == 3, result
    assert result.json["question"] == QUESTION
    write_replies(model, *LINES[3:])
    return str(result.json["id"])


def test_an_answer_goes_on_to_the_end(pandora: Run, model: str, waiting: str, workspace: Path) -> None:
    result = pandora("answer", waiting, "by\n  price", "--model", model, "--json")
    assert result.code == 0, result
    assert result.json["output"] == "plum"
    text = (workspace / "state" / f"{waiting}.md").read_text(encoding="utf-8")
    assert f"Question: {QUESTION}\nAnswer: by price\n" in text
    assert "status: accepted" in text


def test_an_answer_in_an_editor_is_the_same(pandora: Run, model: str, waiting: str, workspace: Path) -> None:
    path = workspace / "state" / f"{waiting}.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace("\nAnswer:", "\nAnswer: by price"), encoding="utf-8"
    )
    assert pandora("resume", waiting, "--model", model).out == "plum\n"


def test_resume_without_an_answer_waits_on(pandora: Run, model: str, waiting: str, workspace: Path) -> None:
    before = (workspace / "state" / f"{waiting}.md").read_bytes()
    result = pandora("resume", waiting, "--model", model, "--json")
    assert result.code == 3
    assert (workspace / "state" / f"{waiting}.md").read_bytes() == before


def test_an_empty_answer_is_none(pandora: Run, model: str, waiting: str) -> None:
    result = pandora("answer", waiting, "  ", "--model", model)
    assert result.code == 2
    assert "the answer is empty" in result.err


def test_a_run_that_waits_for_nothing(pandora: Run, workspace: Path, finished: str) -> None:
    result = pandora("answer", finished, "yes")
    assert result.code == 2
    assert (
        result.err == f"pandora: {finished} waits for no answer; "
        f"`pandora -C {workspace} show {finished}` shows what it says\n"
    )


def test_an_unknown_run(pandora: Run) -> None:
    assert pandora("answer", "zzz", "yes").code == 2


def test_a_second_answer_to_the_same_question_is_refused(pandora: Run, model: str, waiting: str) -> None:
    assert pandora("answer", waiting, "by price", "--model", model).code == 0
    assert pandora("answer", waiting, "by weight", "--model", model).code == 2


def test_the_program_is_the_scripts(pandora: Run, model: str, waiting: str) -> None:
    pandora("answer", waiting, "by price", "--model", model)
    assert CODE.split("\n")[0] in pandora("show", waiting.replace("system", "op-python") + "-1.1").out
