from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pandora.document.form import parse_form
from pandora.errors import DocumentError, ModelError, ReplyError, UsageError
from pandora.models.protocol import Call, Prompt
from pandora.models.scripted import ScriptedModel

PROMPT = Prompt("You fill forms.", ("# State",), "Plan it.")
PLAN = parse_form("Approach: {line}\nConfidence: {high | low}\nSteps: {1..3 of}\n  {menu}: {line}\n").bind(
    menu=("python", "read")
)
LINE = parse_form("Resolved: {line}")
FILL = {"approach": "read it", "confidence": "high", "steps": [{"menu": "read", "line": "the file"}]}


def call(phase: str = "plan", level: str = "system", kind: str = "") -> Call:
    return Call(phase, level, kind, "system-a1")


@pytest.fixture
def script(tmp_path: Path) -> Any:
    def write(*entries: object) -> ScriptedModel:
        path = tmp_path / "script.jsonl"
        lines = [entry if isinstance(entry, str) else json.dumps(entry) for entry in entries]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return ScriptedModel(path)

    return write


def test_a_fill_gives_its_values(script: Any) -> None:
    reply = script({"phase": "plan", "fill": FILL}).fill(PROMPT, PLAN, call=call())
    assert reply.filled.values == FILL
    assert reply.raw == "Approach: read it\nConfidence: high\nSteps:\n1. read: the file\n"
    assert reply.filled.probabilities == {}
    assert reply.usage.calls == 1


def test_chances_are_kept(script: Any) -> None:
    model = script({"fill": FILL, "chances": {"confidence": 0.75}})
    assert model.fill(PROMPT, PLAN, call=call()).filled.probabilities == {"confidence": 0.75}


def test_a_text_is_read_as_a_server_would_send_it(script: Any) -> None:
    model = script({"text": "Approach: read it\nConfidence: High (0.61)\nSteps:\n1. read: the file"})
    reply = model.fill(PROMPT, PLAN, call=call())
    assert reply.filled.values == FILL
    assert reply.filled.probabilities == {"confidence": 0.61}


def test_underscores_stand_for_spaces(script: Any) -> None:
    form = parse_form("Done when: {line}")
    assert script({"fill": {"done_when": "x"}}).fill(PROMPT, form, call=call()).filled.values == {
        "done when": "x"
    }


def test_the_first_line_whose_fields_match_is_used(script: Any) -> None:
    model = script(
        {"phase": "do", "fill": {"resolved": "another phase"}},
        {"level": "tool", "fill": {"resolved": "another level"}},
        {"type": "table", "fill": {"resolved": "another type"}},
        {"phase": "plan", "level": "system", "fill": {"resolved": "first"}},
        {"fill": {"resolved": "any"}},
    )
    assert model.fill(PROMPT, LINE, call=call()).filled.values == {"resolved": "first"}
    assert model.fill(PROMPT, LINE, call=call()).filled.values == {"resolved": "any"}
    assert model.fill(PROMPT, LINE, call=call("x", "x", "table")).filled.values == {"resolved": "another type"}
    assert [line.number for line in model.unused] == [1, 2]


def test_none_left_names_the_phase_and_the_document(script: Any) -> None:
    model = script({"phase": "do", "text": "x"})
    with pytest.raises(
        ModelError, match=r"no unused line for the plan of system-a1 \(level tool, type table\)"
    ):
        model.fill(PROMPT, LINE, call=call("plan", "tool", "table"))


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"fill": {"resolved": ""}}, "'resolved' is empty"),
        ({"fill": {}}, "'resolved' is missing"),
        ({"fill": {"other": "x", "resolved": "y"}}, "'other' is no field"),
        ({"text": "no form"}, "the line 'Resolved:' is missing"),
    ],
)
def test_what_does_not_fit_names_the_line_and_the_field(script: Any, entry: Any, told: str) -> None:
    with pytest.raises(ReplyError, match="script.jsonl:2: the reply to the plan of system-a1 .*" + told):
        script("", entry).fill(PROMPT, LINE, call=call())


def test_every_mistake_in_a_script_is_told_with_its_line(script: Any) -> None:
    with pytest.raises(DocumentError) as raised:
        script(
            "{no json",
            "[]",
            {"phase": "do"},
            {"fill": {}, "text": ""},
            {"fill": []},
            {"phase": 7, "text": ""},
            {"phaze": "do", "text": ""},
            {"text": "", "chances": {"a": "high"}},
            {"text": "", "usage": {"tokens": 1}},
        )
    assert [problem.line for problem in raised.value.problems] == list(range(1, 10))
    assert "unknown key 'phaze'" in str(raised.value)


def test_a_missing_script_says_what_is_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such script"):
        ScriptedModel(tmp_path / "none.jsonl")


def test_a_header_gives_the_recorded_models_identity(script: Any) -> None:
    model = script({"model": "big", "context": 4096, "fingerprint": "f00"}, {"text": "x"})
    assert (model.name, model.context, model.fingerprint) == ("big", 4096, "f00")


def test_without_a_header_the_fingerprint_follows_the_file(script: Any) -> None:
    one, same, other = script({"text": "x"}), script({"text": "x"}), script({"text": "y"})
    assert one.fingerprint == same.fingerprint != other.fingerprint


def test_words_and_marks_are_counted(script: Any) -> None:
    assert script({"text": "x"}).count("Find it, now: 3.5 €!") == 10


def test_threads_share_a_script_and_use_no_line_twice(script: Any) -> None:
    model = script(*({"fill": {"resolved": str(number)}} for number in range(200)))
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: model.fill(PROMPT, LINE, call=call()).filled.values, range(200)))
    assert sorted(int(str(values["resolved"])) for values in replies) == list(range(200))


@pytest.mark.parametrize("context", [True, 0, -1, 2.5, "4096", None])
def test_a_header_whose_context_is_no_whole_number_is_told_with_its_line(script: Any, context: Any) -> None:
    with pytest.raises(DocumentError, match="'context' must be a whole number from 1"):
        script({"model": "big", "context": context}, {"text": "x"})


@pytest.mark.parametrize("kind", ["pipe", "endless device", "long"])
def test_a_script_is_a_regular_file_up_to_a_limit(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "script.jsonl"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "long":
        path.touch()
        os.truncate(path, 1 << 30)
    else:
        path.symlink_to("/dev/zero")
    with pytest.raises(UsageError, match="the script cannot be read"):
        ScriptedModel(path)
