from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.document.form import parse_form
from pandora.errors import DiskError, ModelError
from pandora.models.call_log import CallLogModel
from pandora.models.protocol import Call, Prompt, Sampling
from pandora.models.scripted import ScriptedModel

PROMPT = Prompt("base", ("a part",), "do it")
FORM = parse_form("Text: {line}\n")
CALL = Call("do", "operation", "answer", "op-answer-a-1")


def scripted(path: Path) -> ScriptedModel:
    path.write_text(json.dumps({"fill": {"text": "plum"}}) + "\n", encoding="utf-8")
    return ScriptedModel(path)


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_line_has_what_was_asked_how_and_what_came(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    log = CallLogModel(scripted(tmp_path / "in.jsonl"), path, {"task": "fruit"})
    reply = log.fill(PROMPT, FORM, call=CALL, sampling=Sampling(0.7, 11), opening={"text": "pl"})
    (line,) = lines(path)
    assert (line["task"], line["phase"], line["kind"]) == ("fruit", "do", "answer")
    assert (line["prompt"], line["opening"]) == (PROMPT.text, {"text": "pl"})
    assert (line["reply"], line["values"]) == (reply.raw, {"text": "plum"})
    assert line["draw"] == "temperature 0.7, seed 11"


def test_a_call_that_fails_is_logged_with_its_error(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    log = CallLogModel(scripted(tmp_path / "in.jsonl"), path, {})
    log.fill(PROMPT, FORM, call=CALL)
    with pytest.raises(ModelError):
        log.fill(PROMPT, FORM, call=CALL)
    assert "reply" not in lines(path)[1]
    assert lines(path)[1]["error"]


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    log = CallLogModel(scripted(tmp_path / "in.jsonl"), tmp_path, {})
    with pytest.raises(DiskError, match="give --calls another FILE"):
        log.fill(PROMPT, FORM, call=CALL)
