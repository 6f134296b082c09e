from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.document.form import parse_form
from pandora.errors import DiskError, UsageError
from pandora.models.protocol import Call, Prompt, Sampling
from pandora.models.recording import RecordingModel, check_written_file
from pandora.models.scripted import ScriptedModel

PROMPT = Prompt("base", (), "do it")
FORM = parse_form("Code: {code python}\nSteps: {0..2 of}\n  {a | b} {line}\nSure: {yes | no}\n")
FILL = {"code": "import csv\n\nprint('é')", "steps": [{"choice": "b", "line": "x"}], "sure": "yes"}
CALL = Call("do", "operation", "python", "op-python-a-1")


def scripted(path: Path) -> ScriptedModel:
    path.write_text(json.dumps({"fill": FILL, "chances": {"sure": 0.5}}) + "\n", encoding="utf-8")
    return ScriptedModel(path)


def test_a_replay_gives_the_same_replies_and_the_same_identity(tmp_path: Path) -> None:
    inner = scripted(tmp_path / "in-7b.jsonl")
    recording = RecordingModel(inner, tmp_path / "out.jsonl")
    first = recording.fill(
        PROMPT, FORM, call=CALL, sampling=Sampling(0.7, 11, 2), opening={"code": "import csv\n"}
    )
    recording.close()
    replay = ScriptedModel(tmp_path / "out.jsonl")
    assert (replay.name, replay.context, replay.fingerprint) == (inner.name, inner.context, inner.fingerprint)
    assert replay.parameters == inner.parameters == 7_000_000_000
    assert replay.fill(PROMPT, FORM, call=CALL) == first
    assert first.filled.values == FILL


def test_a_line_says_who_asked_and_how(tmp_path: Path) -> None:
    recording = RecordingModel(scripted(tmp_path / "in.jsonl"), tmp_path / "out.jsonl")
    recording.fill(PROMPT, FORM, call=CALL, sampling=Sampling(0.7, 11))
    line = json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()[1])
    assert (line["phase"], line["level"], line["type"]) == ("do", "operation", "python")
    assert (line["temperature"], line["seed"], line["document"]) == (0.7, 11, "op-python-a-1")
    assert line["usage"]["calls"] == 1


def test_a_second_run_goes_on_in_the_same_script(tmp_path: Path) -> None:
    for _ in range(2):
        RecordingModel(scripted(tmp_path / "in.jsonl"), tmp_path / "out.jsonl").fill(PROMPT, FORM, call=CALL)
    assert len((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()) == 3


def test_a_place_where_no_script_can_be_is_told_before_a_call(tmp_path: Path) -> None:
    check_written_file(tmp_path / "out.jsonl", "--record")
    with pytest.raises(UsageError, match="the folder is not there; make it, or give --record another FILE"):
        check_written_file(tmp_path / "no" / "out.jsonl", "--record")
    with pytest.raises(UsageError, match="it is a folder; give --record a file"):
        check_written_file(tmp_path, "--record")


def test_a_record_that_cannot_be_written_is_a_disk_error(tmp_path: Path) -> None:
    recording = RecordingModel(scripted(tmp_path / "in.jsonl"), tmp_path / "no" / "out.jsonl")
    with pytest.raises(DiskError, match="cannot be recorded"):
        recording.fill(PROMPT, FORM, call=CALL)
