from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora import cli
from pandora.commands import task_suite as suite
from pandora.commands.init import copy_tree
from pandora.disk.layout import shipped_system
from pandora.errors import DocumentError, UsageError
from tests.commands.conftest import SCRIPT, TASK, Run

PASS = "import json, sys\nr = json.load(open(sys.argv[1]))\nassert r['output'] == 'plum', r['output']\n"
ANSWER = """\
---
pattern: answer
level: operation
handler: answer
when: a question to answer in words
effects: none
repeat: true
tries: 2
agree: 2
---
# answer

## DO

Answer.

### Form
Text: {line}
"""
KEYS = ["task", "family", "solved", "status", "seconds", "calls", "prompt_tokens", "written_tokens"]


def make(
    folder: Path, name: str, check: str = PASS, text: str = TASK, head: str = "family: table\nseconds: 60"
) -> Path:
    task = folder / name
    (task / "files" / "data").mkdir(parents=True)
    (task / "files" / "data" / "fruit.csv").write_text("name,price\npear,3\nplum,2\n", encoding="utf-8")
    (task / "task.md").write_text(f"---\n{head}\n---\n{text}\n", encoding="utf-8")
    (task / "check.py").write_text(check, encoding="utf-8")
    return task


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    folder = tmp_path / "tasks"
    make(folder, "right")
    make(folder, "wrong", check="raise SystemExit('it was the pear')")
    return folder


@pytest.fixture
def model(tmp_path: Path) -> str:
    """A script for two tasks, one after the other."""
    path = tmp_path / "twice.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in (*SCRIPT, *SCRIPT)), encoding="utf-8")
    return f"scripted:{path}"


def test_json_is_the_object_of_the_suite(pandora: Run, tasks: Path, model: str) -> None:
    result = pandora("bench", "tasks", str(tasks), "--model", model, "--json")
    assert result.code == 0
    assert list(result.json) == ["scaffold", "tasks", "solved", "total", "accepted_but_wrong"]
    right, wrong = result.json["tasks"]
    assert list(right) == list(wrong) == KEYS
    assert (right["task"], right["family"], right["solved"], right["status"]) == (
        "right",
        "table",
        True,
        "accepted",
    )
    assert (wrong["task"], wrong["solved"], wrong["status"], wrong["calls"]) == ("wrong", False, "accepted", 5)
    assert right["prompt_tokens"] > right["written_tokens"] > 0
    assert (result.json["solved"], result.json["total"], result.json["accepted_but_wrong"]) == (1, 2, 1)
    assert "it was the pear" in result.err


def test_a_line_a_task_and_the_totals(pandora: Run, tasks: Path, model: str) -> None:
    result = pandora("bench", "tasks", str(tasks), "--model", model)
    right, wrong, _, totals = result.out.splitlines()
    assert right.split()[:4] == ["right", "table", "solved", "accepted"]
    assert wrong.split()[:4] == ["wrong", "table", "WRONG", "accepted"]
    assert totals.startswith("1 of 2 solved, 1 accepted but wrong; ")
    assert totals.endswith(" tokens per solved task")


def test_only_and_keep(pandora: Run, tasks: Path, model: str, tmp_path: Path, workspace: Path) -> None:
    (workspace / "system" / "operations" / "python.md").chmod(0o444)
    pattern = workspace / "system" / "pattern.md"
    pattern.write_text(pattern.read_text(encoding="utf-8") + "\nmine\n", encoding="utf-8")
    kept = tmp_path / "kept"
    arguments = ("bench", "tasks", str(tasks), "--model", model, "--only", "right", "--keep", str(kept))
    told = pandora(*arguments)
    assert told.out.splitlines()[-1].startswith("1 of 1 solved, 0 accepted but wrong")
    result = json.loads((kept / "right" / "RESULT.json").read_text(encoding="utf-8"))
    assert set(result) >= {"id", "status", "output", "documents", "question", "usage"}
    place = kept / "right" / "workspace"
    assert (place / f"state/{result['id']}.md").is_file()
    assert (place / "system" / "pattern.md").read_text(encoding="utf-8").endswith("mine\n")
    assert not (kept / "wrong").exists()
    again = pandora(*arguments)
    assert again.code == 2
    assert "another folder" in again.err
    assert list((workspace / "state").glob("system-*")) == []


def test_the_log_of_calls_has_each_prompt_and_reply_by_task(
    pandora: Run, tasks: Path, model: str, tmp_path: Path
) -> None:
    path = tmp_path / "calls.jsonl"
    result = pandora("bench", "tasks", str(tasks), "--model", model, "--calls", str(path), "--json")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert result.code == 0
    assert len(lines) == sum(task["calls"] for task in result.json["tasks"])
    assert [line["task"] for line in lines] == ["right"] * 5 + ["wrong"] * 5
    first = lines[0]
    assert TASK in first["prompt"]
    assert first["reply"]
    assert first["values"]
    assert first["prompt_tokens"] > 0
    assert (first["phase"], first["level"]) == ("understand", "system")


def test_a_log_of_calls_that_cannot_be_is_told_before_the_first_task(
    pandora: Run, tasks: Path, model: str, tmp_path: Path
) -> None:
    command = ("bench", "tasks", str(tasks), "--model", model, "--calls")
    result = pandora(*command, str(tmp_path / "no" / "calls.jsonl"))
    assert (result.code, "give --calls another FILE" in result.err) == (2, True)
    result = pandora(*command, str(tmp_path / "calls.jsonl"), "--executor", "dask:localhost:1")
    assert (result.code, "leave out --executor, or --calls" in result.err) == (2, True)


def test_the_check_sees_the_workspace_with_an_empty_out(pandora: Run, tasks: Path, model: str) -> None:
    check = "import os\nassert not os.listdir('out')\nassert {'data', 'system', 'state'} <= set(os.listdir())\n"
    (tasks / "right" / "check.py").write_text(check, encoding="utf-8")
    result = pandora("bench", "tasks", str(tasks), "--only", "right", "--model", model)
    assert result.out.startswith("right  table    solved")


def test_scaffold_is_left_out_where_it_is_off_and_what_that_gains_is_told(
    pandora: Run, workspace: Path, tmp_path: Path
) -> None:
    pattern, answer = (
        workspace / "system" / name for name in ("tools/table/pattern.md", "operations/answer.md")
    )
    keys = "level: tool\nevidence: [proper_names]\nscaffold: [proper_names]"
    text = pattern.read_text(encoding="utf-8").replace("python", "answer")
    pattern.write_text(text.replace("level: tool", keys), encoding="utf-8")
    answer.write_text(ANSWER, encoding="utf-8")
    said = {"phase": "do", "level": "operation", "type": "answer", "fill": {"text": "plum"}}
    script, folder, earlier = tmp_path / "said.jsonl", tmp_path / "suite", tmp_path / "on.json"
    script.write_text("\n".join(map(json.dumps, (*SCRIPT[:2], said, said, SCRIPT[-1]))), encoding="utf-8")
    make(folder, "tell-ann", text="Tell Ann which fruit in data/fruit.csv is the cheapest.")
    arguments = ("bench", "tasks", str(folder), "--model", f"scripted:{script}")
    held = pandora(*arguments, "--json")
    assert (held.json["scaffold"], held.json["solved"]) == ("on", 0)
    earlier.write_text(held.out, encoding="utf-8")
    free = pandora(*arguments, "--scaffold", "off", "--against", str(earlier))
    assert free.out.splitlines()[-3:] == [
        "gained 1 of 1: tell-ann",
        "lost 0 of 1: none",
        "newly accepted but wrong 0 of 1: none",
    ]
    broken = pandora(*arguments, "--against", str(pattern))
    assert (broken.code, broken.err.count("\n")) == (2, 1)
    assert f"{pattern}:1: not the --json of a bench" in broken.err


def test_an_engine_error_is_a_failed_task_and_the_others_go_on(pandora: Run, tasks: Path, model: str) -> None:
    make(tasks, "empty", text="")
    result = pandora("bench", "tasks", str(tasks), "--model", model, "--json")
    assert result.code == 0
    empty = result.json["tasks"][0]
    assert (empty["task"], empty["solved"], empty["status"], empty["calls"]) == ("empty", False, "failed", 0)
    assert empty["error"].startswith("UsageError: the task is empty")
    assert result.json["solved"] == 1


def test_a_check_that_does_not_end(
    pandora: Run, tasks: Path, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tasks / "right" / "check.py").write_text("import signal\nsignal.pause()\n", encoding="utf-8")
    monkeypatch.setattr(suite, "CHECK_SECONDS", 0.2)
    result = pandora("bench", "tasks", str(tasks), "--only", "right", "--model", model)
    assert "did not end" in result.err
    assert "1 accepted but wrong" in result.out
    assert result.out.rstrip().endswith("no task was solved")


def test_outside_a_workspace_the_shipped_patterns_serve(tasks: Path, model: str, tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    kept = tmp_path / "kept"
    arguments = ["bench", "tasks", str(tasks), "--only", "right", "--model", model, "--keep", str(kept)]
    assert cli.run(["-C", str(tmp_path / "bare"), *arguments]) == 0
    ours = shipped_system() / "pattern.md"
    assert (kept / "right" / "workspace" / "system" / "pattern.md").read_bytes() == ours.read_bytes()


def test_what_is_no_suite(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no folder"):
        suite.read_suite(tmp_path / "none")
    with pytest.raises(UsageError, match="holds no task"):
        suite.read_suite(tmp_path)
    make(tmp_path, "one")
    with pytest.raises(UsageError, match="no task 'two'; it has one"):
        suite.read_suite(tmp_path, ("two",))
    (tmp_path / "one" / "check.py").unlink()
    with pytest.raises(DocumentError, match=r"check\.py:1: there is no check"):
        suite.read_suite(tmp_path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no head", ":1: no front matter"),
        ("---\nfamily: x\n---\ny\n", ":1: seconds is None"),
        ("---\nseconds: 0\n---\ny\n", ":1: seconds is 0"),
        ("---\na: 1\na: 1\n---\ny\n", ":3: the key 'a' stands twice"),
    ],
)
def test_a_task_that_cannot_be_read(text: str, told: str, tmp_path: Path) -> None:
    task = make(tmp_path, "one")
    (task / "task.md").write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError, match=f"task.md{told}"):
        suite.read_suite(tmp_path)


def test_a_file_of_the_suite_that_is_read_only_can_be_changed_by_the_task(tmp_path: Path) -> None:
    task = make(tmp_path, "one")
    (task / "files" / "data" / "fruit.csv").chmod(0o444)
    copy_tree(task / "files", tmp_path / "copy")
    copied = tmp_path / "copy" / "data" / "fruit.csv"
    assert copied.stat().st_mode & 0o200, "root could write it whatever its mode says"
    assert copied.read_bytes() == (task / "files" / "data" / "fruit.csv").read_bytes()
