from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from pandora.models.open import open_model
from tests.commands.conftest import CODE, SCRIPT, TASK, Run
from tests.workspace_settings import write_trusted_settings

KEYS = [
    *("id", "status", "output", "documents", "question", "question_kind", "question_shows", "reason"),
    *("usage", "sitting"),
]
COSTS = ["calls", "prompt_tokens", "evaluated_tokens", "written_tokens", "model_seconds", "seconds"]
LOW = (
    SCRIPT[0],
    {**SCRIPT[1], "fill": {**SCRIPT[1]["fill"], "confidence": "low"}},  # type: ignore[dict-item]
    {"phase": "clarify", "fill": {"question": "By \x1b[31mwhat?"}},
)


def scripted(tmp_path: Path, *lines: object) -> str:
    path = tmp_path / "other.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return f"scripted:{path}"


def test_the_answer_is_on_stdout_and_what_it_cost_on_stderr(pandora: Run, script: str) -> None:
    result = pandora("run", TASK, "--model", script)
    assert (result.code, result.out) == (0, "plum\n")
    assert "op-python-" in result.err
    assert "CHECK: " in result.err
    lines = result.err.splitlines()
    assert lines[-2].startswith("state/system-")
    assert lines[-2].endswith(".md (and 2 more documents of this run)")
    assert lines[-1].startswith("accepted: 5 calls, ")


def test_a_run_without_children_counts_none_below_it(pandora: Run, tmp_path: Path) -> None:
    result = pandora("run", TASK, "--model", scripted(tmp_path, *LOW))
    assert re.fullmatch(r"state/system-\w+\.md", result.err.splitlines()[-2])


def test_a_pattern_that_names_a_deleted_rule_is_left_out_and_the_run_says_what_to_do(
    pandora: Run, script: str, workspace: Path
) -> None:
    text = (Path(__file__).parents[2] / "system" / "operations" / "compose.md").read_text(encoding="utf-8")
    assert "evidence: [" in text
    pattern = workspace / "system" / "operations" / "compose.md"
    pattern.parent.mkdir(exist_ok=True)
    pattern.write_text(text.replace("evidence: [", "evidence: [deleted_rule, "), encoding="utf-8")
    result = pandora("run", TASK, "--model", script)
    assert result.code == 0
    assert "system/operations/compose.md:" in result.err
    assert "evidence names 'deleted_rule', and there is no such rule or relation; remove the name" in result.err
    assert "init --force" in result.err
    assert result.err.count("goes on without this pattern") == 1
    assert "remove the name" in pandora("check").out


def test_quiet_prints_the_answer_alone(pandora: Run, script: str) -> None:
    for command in (("run", TASK), ("resume",)):
        result = pandora(*command, "--model", script, "-q")
        assert (result.out, result.err) == ("plum\n", "")


def test_quiet_leaves_stdout_empty_where_there_is_no_answer(pandora: Run, script: str, tmp_path: Path) -> None:
    result = pandora("run", TASK, "--model", scripted(tmp_path, *LOW), "-q")
    assert (result.code, result.out) == (3, "")
    assert result.err.startswith("Waiting: By what?\nAnswer with `pandora -C ")
    result = pandora("run", TASK, "--model", script, "-q", "--calls", "4")
    assert (result.code, result.out) == (4, "")
    assert result.err.startswith(
        "Escalated: the run's ceiling of 4 model calls is reached\nPartial result: plum"
    )


def test_json_is_one_object(pandora: Run, script: str, workspace: Path) -> None:
    result = pandora("run", TASK, "--model", script, "--json")
    assert result.code == 0
    assert list(result.json) == KEYS
    assert list(result.json["usage"]) == COSTS
    assert (result.json["status"], result.json["output"]) == ("accepted", "plum")
    assert result.json["question"] is result.json["reason"] is None
    assert len(result.json["documents"]) == 3
    assert all((workspace / path).is_file() for path in result.json["documents"])
    assert result.json["documents"][0] == f"state/{result.json['id']}.md"
    assert result.json["usage"]["calls"] == 5
    assert result.err == ""


def test_a_run_that_waits_says_how_to_answer(pandora: Run, tmp_path: Path) -> None:
    result = pandora("run", TASK, "--model", scripted(tmp_path, *LOW))
    assert result.code == 3
    assert result.out.startswith("Waiting: By what?\nAnswer with `pandora -C ")
    assert re.search(r"answer \w{6} TEXT --model scripted:\S+`, or write it", result.out)
    assert "\x1b" not in result.out


def test_a_waiting_runs_object_has_its_question(pandora: Run, tmp_path: Path) -> None:
    result = pandora("run", TASK, "--model", scripted(tmp_path, *LOW), "--json")
    assert result.code == 3
    assert (result.json["status"], result.json["output"]) == ("waiting", "")
    assert result.json["question"] == "By \x1b[31mwhat?"


def test_a_ceiling_ends_as_escalated_with_what_there_is(pandora: Run, script: str) -> None:
    result = pandora("run", TASK, "--model", script, "--calls", "4")
    assert result.code == 4
    assert result.out.startswith(
        "Escalated: the run's ceiling of 4 model calls is reached\nPartial result: plum"
    )


def test_a_ceiling_that_stopped_a_step_is_said_to_be_raised(pandora: Run, script: str) -> None:
    result = pandora("run", TASK, "--model", script, "--calls", "3")
    assert result.code == 4
    assert " --calls 6   (with twice as much)" in result.out
    assert "pandora answer" not in result.out


def test_a_model_that_fails_ends_as_failed(pandora: Run, tmp_path: Path) -> None:
    result = pandora("run", TASK, "--model", scripted(tmp_path, SCRIPT[0]))
    assert result.code == 5
    assert "no unused line for the plan of system-" in result.out


def test_the_task_from_standard_input(pandora: Run, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TASK.encode() + b"\xff\n")))
    result = pandora("run", "-", "--model", script, "--json")
    assert result.code == 0
    shown = pandora("show", result.json["id"], "--section", "1")
    assert f"Task: {TASK}�" in shown.out


def test_effects_are_asked_for_unless_yes_is_given(pandora: Run, tmp_path: Path, workspace: Path) -> None:
    code = "print('plum'); open('data/fruit.csv', 'a').write('fig,' + str(len('x')) + '\\n')"
    program = {"phase": "do", "level": "operation", "type": "python", "fill": {"code": code}}
    plan = {**SCRIPT[1], "fill": {**SCRIPT[1]["fill"], "steps": ["python: add a fig"]}}  # type: ignore[dict-item]
    lines = (SCRIPT[0], plan, program, program, SCRIPT[-1])
    task = "Change data/fruit.csv: add a fig"
    result = pandora("run", task, "--model", scripted(tmp_path, *lines), "--json")
    assert result.code == 3, result
    assert "fig" not in (workspace / "data" / "fruit.csv").read_text(encoding="utf-8")
    result = pandora("run", task, "--model", scripted(tmp_path, *lines), "--yes", "--json")
    assert result.code == 0, result
    assert (workspace / "data" / "fruit.csv").read_text(encoding="utf-8").endswith("fig,1\n")


def test_a_recorded_run_replays_to_the_same_documents(
    pandora: Run, script: str, tmp_path: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.engine.run.new_run", lambda: "abc234")
    monkeypatch.setattr("time.strftime", lambda *arguments: "2026-11-21T10:00:00Z")
    monkeypatch.setattr("pandora.engine.host.Host.elapsed", lambda host: 0.0)
    record = tmp_path / "record.jsonl"
    assert pandora("run", TASK, "--model", script, "--record", str(record)).code == 0
    first = {path.name: path.read_bytes() for path in (workspace / "state").glob("*-abc234*.md")}
    assert len(first) == 3
    for path in (workspace / "state").glob("*-abc234*.md"):
        path.unlink()
    assert pandora("run", TASK, "--model", f"scripted:{record}").code == 0
    assert {path.name: path.read_bytes() for path in (workspace / "state").glob("*-abc234*.md")} == first


def test_flags_bound_the_run(pandora: Run, script: str, workspace: Path) -> None:
    flags = ("--calls", "50", "--tokens", "9999", "--seconds", "77", "--context", "2500", "--depth", "2")
    pandora("run", TASK, "--model", script, *flags)
    (path,) = (workspace / "state").glob("system-*.md")
    budget = "budget: {context: 2500, depth: 2, calls: 50, tokens: 9999, seconds: 77}"
    assert budget in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("flag", [("--calls", "0"), ("--seconds", "-1"), ("--depth", "x"), ("--modle", "x")])
def test_a_wrong_flag_is_a_usage_error(pandora: Run, flag: tuple[str, str]) -> None:
    result = pandora("run", TASK, *flag)
    assert result.code == 2
    assert result.out == ""


def test_the_settings_model_is_used(pandora: Run, script: str, workspace: Path) -> None:
    write_trusted_settings(workspace, f'model = "{script}"\n')
    assert pandora("run", TASK).out == "plum\n"


def test_thinking_goes_to_the_model(
    pandora: Run, monkeypatch: pytest.MonkeyPatch, workspace: Path, script: str
) -> None:
    seen: list[object] = []

    def watch(spec: str, **named: object) -> object:
        seen.append(named["thinking"])
        return open_model(spec, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("pandora.engine.run.open_model", watch)
    for said in ('"on"', '"off"', '""'):
        (workspace / "pandora.toml").write_text(f"thinking = {said}\n", encoding="utf-8")
        pandora("run", TASK, "--model", script)
    assert seen == [True, False, None]


def test_the_sandboxed_program_really_ran(pandora: Run, script: str, workspace: Path) -> None:
    pandora("run", TASK, "--model", script)
    (path,) = (workspace / "state").glob("op-python-*.md")
    text = path.read_text(encoding="utf-8")
    assert CODE.split("\n")[0] in text
    assert re.search(r"^Result: ok \(exit 0\)\nOutput: plum$", text, re.M)
    assert re.search(r"^confined: \{.+: \[1, 2\]\}$", text, re.M)


def test_a_schema_makes_the_answer_json(pandora: Run, tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text('{"type": "object", "properties": {"fruit": {"type": "string"}}}', encoding="utf-8")
    result = pandora("run", TASK, "--schema", str(schema), "--model", scripted(tmp_path, *SCRIPT))
    assert (result.code, result.out) == (0, '{"fruit": "plum"}\n')
    assert pandora("check").code == 0
    assert pandora("fsck").code == 0
    schema.write_text('{"$ref": "#"}', encoding="utf-8")
    result = pandora("run", TASK, "--schema", str(schema), "--model", scripted(tmp_path, *SCRIPT))
    assert (result.code, result.out) == (2, "")
    assert "schema.json:1: a form cannot express '$ref'" in result.err


def test_a_record_that_can_be_nowhere_is_refused_before_the_run(
    pandora: Run, script: str, workspace: Path
) -> None:
    result = pandora("run", TASK, "--model", script, "--record", str(workspace / "no" / "replies.jsonl"))
    assert result.code == 2
    assert "the folder is not there; make it, or give --record another FILE" in result.err
    assert not list((workspace / "state").glob("system-*.md"))


def test_a_path_from_the_root_of_the_disk_is_a_file_of_the_workspace_or_is_told(
    pandora: Run, script: str, workspace: Path, tmp_path: Path
) -> None:
    (tmp_path / "far.csv").write_text("a\n", encoding="utf-8")
    words = TASK.replace("data/", f"{workspace}/data/")
    done = pandora("run", words, "--model", script, "--json")
    assert f"Task: {TASK}\n" in (workspace / "state" / f"{done.json['id']}.md").read_text("utf-8")
    assert "outside" not in done.err
    far = tmp_path / "far.csv"
    told = pandora("run", f"{TASK} Or {far}?", "--model", script, "--plan").err
    assert f"{far} lies outside the workspace, where no run reads or writes; copy it there, or pipe" in told
