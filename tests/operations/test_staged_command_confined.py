"""The operations `bash` and `test`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pandora.errors import RefusedError
from pandora.operations import test as module
from pandora.operations.bash import bash
from pandora.sandbox import process
from pandora.sandbox.process import Limits
from pandora.sandbox.supervise import Ended, supervise
from pandora.settings import DEFAULTS, load_settings
from pandora.workspace.operation_context import OperationContext

STATS = "def median(values):\n    ordered = sorted(values)\n    return ordered[len(ordered) // 2]\n"
TESTS = """from stats import median
def test_odd():
    assert median([3, 1, 2]) == 2
def test_even():
    assert median([4, 1, 3, 2]) == 2.5
def test_later():
    raise RuntimeError
"""


@pytest.fixture
def context(tmp_path: Path) -> OperationContext:
    (tmp_path / "work").mkdir()
    (tmp_path / "work/stats.py").write_text(STATS)
    (tmp_path / "work/test_stats.py").write_text(TESTS)
    return OperationContext(tmp_path / "work", limits=Limits(seconds=60))


def test_bash_gives_both_outputs_the_code_and_the_changes(context: OperationContext) -> None:
    done = bash({"command": "echo out; echo err >&2; mv stats.py s.py; echo x > new"}, context)
    assert (done.ok, done.text, done.code) == (True, "out\nerr", 0)
    assert [(change.path, change.content) for change in done.changes] == [
        ("new", b"x\n"), ("s.py", STATS.encode()), ("stats.py", None)
    ]  # fmt: skip
    assert (context.workspace / "stats.py").exists()
    assert "process group" in done.confined


def test_a_failed_command_changes_nothing(context: OperationContext) -> None:
    done = bash({"command": "rm stats.py; cat none"}, context)
    assert (done.ok, done.code, done.changes) == (False, 1, ())
    assert "none: No such file" in done.text
    assert bash({"command": "exit 3"}, context).text == "exit code 3, nothing printed"


def test_no_command_is_told(context: OperationContext) -> None:
    assert bash({"command": " "}, context).text == "no command was given"
    assert not bash({}, context).ok


def test_a_command_without_end_is_told(context: OperationContext) -> None:
    done = bash(
        {"command": "while :; do :; done"}, OperationContext(context.workspace, limits=Limits(seconds=1))
    )
    assert (done.ok, done.code, done.text) == (False, 124, "stopped after 1 s")


@pytest.mark.skipif(sys.platform != "linux", reason="Landlock is Linux's")
@pytest.mark.parametrize(
    "command",
    [
        "echo $(touch {out}/x)",
        "true\ntouch {out}/x",
        "true\rtouch {out}/x; touch {out}/x",
        "export PAGER='touch {out}/x'; $PAGER",
        "git -c core.pager='touch {out}/x' --paginate help git; touch {out}/x",
        "find . -exec touch {out}/x \\;",
        "(setsid sh -c 'while :; do touch {out}/x; done' &) ; touch {out}/x",
        "ln -s {out} link; touch link/x; cd link && touch x",
        "cd {out} && touch x; exec touch {out}/x",
        "cat < /dev/tcp/127.0.0.1/1 ; touch {out}/x",
    ],
)
def test_no_command_reaches_outside(context: OperationContext, tmp_path: Path, command: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    bash({"command": command.replace("{out}", str(outside))}, context)
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit", ".git"),
        ("mkdir -p sub/.git/hooks; echo evil > sub/.git/hooks/pre-commit", "sub/.git"),
        ("mkdir -p sub/.GIT; echo evil > sub/.GIT/config", "sub/.GIT/config"),
        ("echo gitdir: /elsewhere > .git", ".git"),
        ("ln -s stats.py .git", ".git"),
        ("echo x > pandora.toml", "pandora.toml"),
        ("mkdir system; echo x > system/p.md", "system/p.md"),
        ("mkdir -p state; echo x > state/s.md", "state/s.md"),
    ],
)
def test_persistence_is_refused_and_told(context: OperationContext, command: str, path: str) -> None:
    done = bash({"command": f"echo said; echo y > other; {command}"}, context)
    refused = f"nothing was taken over: {path}: protected, and the command wrote it"
    assert (done.ok, done.code, done.changes) == (False, 0, ())
    assert (done.text, done.note) == (f"said\n{refused}", refused)


def test_what_tests_write_is_dropped_wherever_it_is(context: OperationContext) -> None:
    (context.workspace / "test_stats.py").write_text("import os\ndef test_it(): os.mkdir('.git')\n")
    done = module.run_tests({"path": ""}, context)
    assert (done.ok, done.changes) == (True, ())


@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted on Linux")
def test_too_much_of_something_is_told(context: OperationContext) -> None:
    small = OperationContext(context.workspace, limits=Limits(seconds=60, processes=5, disk=0))
    done = bash({"command": "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do sleep 50 & done; wait"}, small)
    assert not done.ok
    assert "more than 5 processes" in done.note or "Resource temporarily unavailable" in done.text


@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted on Linux")
def test_a_shell_that_was_ended_is_not_ok_whatever_it_said(
    context: OperationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may report its own end, with 0, in the moment in which it is ended."""

    def ended(*given: Any) -> Ended:
        return replace(supervise(*given), excess="more than 5 processes")

    monkeypatch.setattr(process, "supervise", ended)
    done = bash({"command": "echo x > made; exit 0"}, context)
    assert (done.ok, done.code, done.changes) == (False, 137, ())
    assert done.text == done.note == "ended: more than 5 processes"


def test_a_file_of_variables_redirects_nothing(
    context: OperationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither commands nor settings take anything from a `.env` that lies in the workspace."""
    evil = "HOME=/evil\nPATH=/evil\nPANDORA_MODEL=evil\nXDG_CONFIG_HOME=/evil\nPYTHONSTARTUP=/evil\n"
    (context.workspace / ".env").write_text(evil)
    (context.workspace / "sitecustomize.py").write_text("raise SystemExit('evil')\n")
    assert "/evil" not in bash({"command": "env"}, context).text
    monkeypatch.chdir(context.workspace)
    assert load_settings(context.workspace, {}, {})["model"] == DEFAULTS["model"]


def test_an_own_configuration_cannot_be_made_where_there_is_none(context: OperationContext) -> None:
    for place in ("pandora.toml", "system/pattern.md", "state/system-abc234.md"):
        assert not (context.workspace / place).exists()
        folder = f"mkdir -p {place.rpartition('/')[0] or '.'}"
        for command in (f"echo evil > {place}", f"echo evil > x; ln x {place}; rm x"):
            done = bash({"command": f"{folder}; {command}"}, context)
            assert (done.ok, done.changes) == (False, ())
            assert f"{place}: protected" in done.note
        assert not (context.workspace / place).exists()


def test_what_policy_hides_cannot_be_read(context: OperationContext) -> None:
    (context.workspace / ".env").write_text("TOKEN=hunter2")
    hidden = OperationContext(context.workspace, limits=context.limits, hides=lambda path: path == ".env")
    assert "hunter2" in bash({"command": "cat .env"}, context).text
    assert "hunter2" not in bash({"command": "cat .env; grep -r hunter2 . /"}, hidden).text


def test_a_failing_test_is_told_in_few_lines(context: OperationContext) -> None:
    done = module.run_tests({"path": ""}, context)
    assert (done.ok, done.code, done.changes) == (False, 1, ())
    lines = done.text.splitlines()
    assert "test_even" in lines[0]
    assert "        assert median([4, 1, 3, 2]) == 2.5" in lines
    assert "E   assert 3 == 2.5" in lines
    assert lines[-1].startswith("2 failed, 1 passed")
    assert "test_later" not in done.text  # the first failure is enough
    assert "/tmp" not in done.text


def test_passing_tests_are_ok(context: OperationContext) -> None:
    for path in ("test_stats.py::test_odd", str(context.workspace / "test_stats.py") + "::test_odd"):
        done = module.run_tests({"path": path}, context)
        assert done.ok
        assert "1 passed" in done.text


def test_no_tests_are_not_ok(context: OperationContext) -> None:
    done = module.run_tests({"path": "stats.py"}, context)
    assert not done.ok
    assert done.text.startswith("no tests ran")


def test_a_test_path_is_checked(context: OperationContext) -> None:
    done = module.run_tests({"path": "tests/none.py"}, context)
    assert (done.ok, done.text) == (False, "there is no tests/none.py")
    with pytest.raises(RefusedError, match="outside"):
        module.run_tests({"path": "../work/../x.py"}, context)
    (context.workspace / "--version").mkdir()
    assert module.run_tests({"path": "--version"}, context).text.startswith("no tests ran")


def test_the_workspaces_own_settings_hold(context: OperationContext) -> None:
    (context.workspace / "pytest.ini").write_text("[pytest]\npython_functions = check_*\n")
    (context.workspace / "test_stats.py").write_text(
        "def check_it():\n    assert 1\n\ndef test_it():\n    assert 0\n"
    )
    assert "1 passed" in module.run_tests({}, context).text


def test_settings_above_the_copy_do_not_hold(
    context: OperationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(context.workspace.parent))
    (context.workspace.parent / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    assert module.run_tests({"path": "test_stats.py::test_odd"}, context).ok


def test_tests_without_end_are_told(context: OperationContext) -> None:
    (context.workspace / "test_stats.py").write_text("def test_it():\n    while True: pass\n")
    done = module.run_tests({}, OperationContext(context.workspace, limits=Limits(seconds=3)))
    assert not done.ok
    assert done.text.startswith("the tests did not end: stopped after 3 s")


def test_a_name_that_is_missing_is_said_first_and_the_same_each_time(context: OperationContext) -> None:
    (context.workspace / "test_stats.py").write_text(
        "from stats import nothing_like_it\n\ndef test_it(): pass\n"
    )
    first, second = module.run_tests({}, context), module.run_tests({}, context)
    assert first.text.startswith(
        "E   ImportError: cannot import name 'nothing_like_it' from 'stats' (stats.py)"
    )
    assert first.text == second.text


def test_a_failure_shows_the_values_at_hand_and_nothing_that_changes(context: OperationContext) -> None:
    (context.workspace / "test_stats.py").write_text(
        "def test_it():\n    thing = object()\n    word = ''\n    assert [each for each in [word] if each[0]]\n"
    )
    first, second = module.run_tests({}, context), module.run_tests({}, context)
    assert "word       = ''" in first.text
    assert "thing      = <object object>" in first.text
    assert "^" not in first.text
    assert first.text == second.text
