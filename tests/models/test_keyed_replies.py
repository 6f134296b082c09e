from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.document.form import parse_form
from pandora.engine.reuse import call_key
from pandora.errors import AwayError, DocumentError, ReplyError
from pandora.models.keyed_replies import DivergedError, KeyedReplies, append_line, read_lines
from pandora.models.protocol import Call, Prompt, Reply, Sampling
from pandora.models.scripted import ScriptedModel

FORM = parse_form("Code: {code python}\n")
CALL = Call("do", "operation", "python", "op-python-a-1")
HEADER = {"model": "tiny", "fingerprint": "tiny"}


def scripted(path: Path, *codes: str) -> ScriptedModel:
    lines = [HEADER, *({"fill": {"code": code}} for code in codes)]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return ScriptedModel(path)


def ask(model: KeyedReplies, text: str, seed: int = 0) -> str:
    return str(
        model.fill(Prompt("base", (), text), FORM, call=CALL, sampling=Sampling(0.0, seed)).filled.values[
            "code"
        ]
    )


def test_what_was_asked_before_is_answered_from_the_record(tmp_path: Path) -> None:
    record = tmp_path / "a.jsonl"
    first = KeyedReplies(scripted(tmp_path / "s.jsonl", "a = 1", "b = 2"), record)
    assert [ask(first, "A"), ask(first, "A", seed=1)] == ["a = 1", "b = 2"]
    again = KeyedReplies(scripted(tmp_path / "none.jsonl"), record, calls=0)
    assert [ask(again, "A", seed=1), ask(again, "A")] == ["b = 2", "a = 1"]
    assert not again.diverged


def test_what_was_not_asked_diverges_after_the_last_call(tmp_path: Path) -> None:
    model = KeyedReplies(scripted(tmp_path / "s.jsonl", "a = 1", "b = 2"), tmp_path / "a.jsonl", calls=1)
    assert ask(model, "A") == "a = 1"
    assert model.calls == 0
    with pytest.raises(DivergedError, match="no reply to the do of op-python-a-1"):
        ask(model, "B")
    assert model.diverged


def test_a_line_that_a_kill_tore_is_passed_over_and_no_other(tmp_path: Path) -> None:
    record = tmp_path / "a.jsonl"
    ask(KeyedReplies(scripted(tmp_path / "s.jsonl", "a = 1"), record), "A")
    with record.open("a", encoding="utf-8") as file:
        file.write('{"key": "00", "fil')
    ask(KeyedReplies(scripted(tmp_path / "t.jsonl", "b = 2"), record), "B")
    replay = KeyedReplies(scripted(tmp_path / "none.jsonl"), record, calls=0)
    assert [ask(replay, "A"), ask(replay, "B")] == ["a = 1", "b = 2"]
    append_line(record, {"key": "11"})
    with pytest.raises(DocumentError, match=r"a\.jsonl:4: no recorded reply"):
        KeyedReplies(scripted(tmp_path / "none.jsonl"), record)
    assert read_lines(tmp_path / "not-there.jsonl") == []


def test_a_model_that_cannot_be_asked_is_told_from_one_that_answers_badly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = scripted(tmp_path / "s.jsonl")
    model = KeyedReplies(inner, tmp_path / "a.jsonl")

    def unfit(*_: object, **__: object) -> Reply:
        raise ReplyError("the reply does not fit its form")

    monkeypatch.setattr(inner, "fill", unfit)
    with pytest.raises(ReplyError):
        ask(model, "A")
    assert not model.away

    def away(*_: object, **__: object) -> Reply:
        raise AwayError("the server is away")

    monkeypatch.setattr(inner, "fill", away)
    with pytest.raises(AwayError):
        ask(model, "A")
    assert model.away


def test_a_fork_has_a_key_of_its_own_and_what_is_none_keeps_the_keys_of_earlier_records() -> None:
    assert repr(Sampling(0.7, 3)) == "Sampling(temperature=0.7, seed=3)"
    drawn = [Sampling(0.7, 3, fork) for fork in (0, 1, 2)]
    keys = {call_key(Prompt("base", (), "x"), "m", sampling, None) for sampling in drawn}
    assert len({repr(sampling) for sampling in drawn}) == len(keys) == 3
