"""`run --from`: a new run begins with what another one understood and planned."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import SCRIPT, TASK, Run, write_replies


@pytest.fixture
def model(tmp_path: Path) -> str:
    return f"scripted:{tmp_path / 'from.jsonl'}"


def test_a_fork_goes_on_from_the_plan_of_the_last_run(pandora: Run, model: str, workspace: Path) -> None:
    write_replies(model, *SCRIPT)
    first = pandora("run", TASK, "--model", model, "--json").json["id"]
    write_replies(model, *SCRIPT[2:])
    result = pandora("run", "--from", ":plan", "--model", model, "--json")
    assert (result.code, result.json["output"]) == (0, "plum"), result
    assert result.json["id"] != first
    text = (workspace / "state" / f"{result.json['id']}.md").read_text(encoding="utf-8")
    assert f"forked: {{from: {first}, keeps: {{}}}}" in text
    assert pandora("check").code == 0
    write_replies(model, SCRIPT[0])
    planned = pandora("run", "--from", first, "Is data/fruit.csv sorted?", "--plan", "--model", model)
    assert planned.code == 0, planned
    assert "print the cheapest fruit of data/fruit.csv" in planned.out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ((), "Missing argument 'TASK'"),
        (("--from", "abc999"), "is no document"),
        (("--from", ""), "'' names no run"),
        (("--from", "abc234:do"), "a run is forked after §1 or §2"),
        (("--from", "abc234:paln"), "is no section"),
    ],
)
def test_what_cannot_be_forked_is_said(
    pandora: Run, model: str, finished: str, words: tuple[str, ...], error: str
) -> None:
    write_replies(model, *SCRIPT)
    result = pandora("run", *words, "--model", model)
    assert (result.code, result.out) == (2, "")
    assert error in result.err
