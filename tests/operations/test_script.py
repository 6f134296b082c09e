"""Scripts of grown operations: read from their section, run with their arguments and nothing else."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.document.operation_script import Script, ScriptError, read_script
from pandora.errors import RefusedError
from pandora.operations.script import script
from pandora.sandbox.process import Limits
from pandora.workspace.operation_context import OperationContext, Result

ECHO = "import json, sys\nprint(json.dumps(json.load(sys.stdin), sort_keys=True))\n"
ODD = {"path": "a b'; touch x; $(touch y) `touch z`\n--flag \"", "the key": "é\ud800 {{ 7 * 7 }}", "method": ""}


@pytest.fixture
def context(tmp_path: Path) -> OperationContext:
    (tmp_path / "work").mkdir()
    (tmp_path / "work/a.txt").write_text("told\n")
    return OperationContext(tmp_path / "work", limits=Limits(seconds=30))


def run(context: OperationContext, source: str, arguments: dict[str, str] | None = None, **more: str) -> Result:
    given = Script("grown", more.pop("language", "python"), source, 1)
    return script(arguments or {}, replace(context, script=replace(given, **more)))  # type: ignore[arg-type]


def test_arguments_arrive_as_they_are(context: OperationContext) -> None:
    done = run(context, ECHO, ODD, result="json")
    assert done.ok
    assert json.loads(done.text) == {**ODD, "the key": "é? {{ 7 * 7 }}"}
    source = (
        'cat "$ARGUMENTS/path"; cat "$ARGUMENTS/the_key" >&2; cat "$ARGUMENTS/arguments.json" > /dev/null; ls'
    )
    done = run(context, source, ODD, language="sh")
    assert done.text == ODD["path"] + "a.txt"  # and nothing was touched
    assert done.changes == ()


def test_arguments_stand_in_no_command_line(context: OperationContext) -> None:
    done = run(
        context,
        "import sys\nprint(sys.argv, open('/proc/self/cmdline').read() if 0 else '')",
        {"path": "xyzzy"},
    )
    assert "xyzzy" not in done.text


def test_a_python_script_has_the_functions_of_programs(context: OperationContext) -> None:
    assert run(context, "print(text('a.txt').strip(), files('*.txt'))").text == "told a.txt"
    failed = run(context, "x = 1\nopen('none.txt')")
    assert not failed.ok
    assert "line 2" in failed.text
    assert "a.txt" in failed.text  # the hint


@pytest.mark.parametrize(("effects", "ok"), [("none", False), ("workspace", True), ("system", True)])
def test_only_declared_effects_are_kept(context: OperationContext, effects: str, ok: bool) -> None:
    done = run(context, "echo x > new; echo done", language="sh", effects=effects)
    assert done.ok is ok
    assert [change.path for change in done.changes] == (["new"] if ok else [])
    if not ok:
        assert done.text == "grown declares `effects: none` and changed new"
    assert run(context, "print(1)", effects=effects).text == "1"


def test_json_must_be_json(context: OperationContext) -> None:
    assert run(context, "print('{\"a\": 1}')", result="json").text == '{"a": 1}'
    for printed in ("[1", "", "{} {}", "[" * 9000):
        done = run(context, f"print({printed!r})", result="json")
        assert not done.ok
        assert "JSON" in done.text
        assert len(done.text) < 500


def test_a_failed_silent_or_endless_script_is_told(context: OperationContext) -> None:
    assert run(context, "exit 3", language="sh").text == "the script ended with exit code 3 and said nothing"
    assert run(context, "no_such_variable=$none; echo x", language="sh").text != "x"  # -u
    assert run(context, "pass").text == "the script printed nothing"
    late = run(replace(context, limits=Limits(seconds=1)), "while True: pass")
    assert late.text.startswith("the script did not end: stopped after 1 s")
    with pytest.raises(RefusedError, match="no script"):
        script({}, context)


@pytest.mark.skipif(sys.platform != "linux", reason="the tiers that can be tried are Linux's")
def test_it_is_confined_like_any_command(context: OperationContext, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hunter2")
    done = run(context, f"cat {tmp_path}/secret; cat /dev/tcp/127.0.0.1/1", language="sh")
    assert "hunter2" not in done.text
    assert done.confined[0] != "none"
    connect = "import socket\ns = socket.create_server(('127.0.0.1', 0))\nprint('open')"
    assert not run(context, connect).ok
    reached = run(context, connect, effects="network")
    assert reached.text == "open"
    assert reached.untrusted == ("the network, by grown",)


@pytest.mark.parametrize(
    ("section", "line", "message"),
    [
        ("no fence", 1, "there is no script"),
        ("```python\n1\n```\n```sh\n2\n```", 1, "there are 2 scripts"),
        ("text\n\n```python\nx = 1\ny = (\n```", 5, "no Python: '\\(' was never closed"),
        ("```python\nx = 1", 1, "fence is not closed"),
        ("```\nx\n```", 1, "run in no language"),
        ("```perl\nx\n```", 1, "run in perl"),
        ("```sh\n\n```", 2, "empty"),
        ("```python\n\0\n```", 2, "no Python"),
        ("```python\n" + "(" * 9000 + "\n```", 2, "no Python"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(section: str, line: int, message: str) -> None:
    with pytest.raises(ScriptError, match=message) as raised:
        read_script("grown", section)
    assert raised.value.line == line
    assert raised.value.remedy


def test_a_fence_in_a_fence_belongs_to_the_script() -> None:
    found = read_script("grown", "Words.\n\n~~~~python\nx = '''\n```sh\n'''\n# a comment\n~~~~\nmore words")
    assert found.source == "x = '''\n```sh\n'''\n# a comment\n"
    assert (found.line, found.language) == (4, "python")
