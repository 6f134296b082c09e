from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import Run
from tests.commands.test_completion import completions

TEXT = "{# Any table #}\nWhich row of {{ file }} has the\nleast {{ column | default('price') }}?\n"


@pytest.fixture
def template(workspace: Path) -> Path:
    path = workspace / "system" / "tasks" / "least.md"
    path.parent.mkdir()
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_template_is_a_task_with_its_values(pandora: Run, script: str, template: Path) -> None:
    result = pandora("run", "@least", "file=data/fruit.csv", "--model", script, "--json")
    assert (result.code, result.json["output"]) == (0, "plum"), result
    shown = pandora("show", result.json["id"], "--section", "1").out
    assert "Which row of data/fruit.csv has the" in shown
    assert "least price?" in shown


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["@least"], "system/tasks/least.md:2: needs file; give file=VALUE"),
        (["@least", "flie=x"], "has no parameter 'flie'; did you mean file?; it takes column, file"),
        (["@least", "file=x", "file=y"], "file is given twice"),
        (["@least", "x"], "'x' is no KEY=VALUE"),
        (["@leats"], "system/tasks has no template 'leats'; did you mean least?; there are @least"),
        (["Which", "one?"], "TASK is one argument; put it in quotes"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    pandora: Run, script: str, template: Path, words: list[str], error: str, workspace: Path
) -> None:
    result = pandora("run", *words, "--model", script)
    assert (result.code, result.out) == (2, "")
    assert error in result.err
    assert list((workspace / "state").glob("system-*")) == []


def test_a_broken_template_has_its_line(pandora: Run, script: str, template: Path) -> None:
    template.write_text("one\n{{ file\n", encoding="utf-8")
    result = pandora("run", "@least", "--model", script)
    assert result.code == 2
    assert "system/tasks/least.md:2: " in result.err


def test_a_template_reaches_nothing_but_its_values(pandora: Run, script: str, template: Path) -> None:
    template.write_text("{{ file.__class__.__mro__ }}\n", encoding="utf-8")
    result = pandora("run", "@least", "file=x", "--model", script)
    assert result.code == 2
    assert "Traceback" not in result.err


def test_templates_and_their_parameters_are_completed(workspace: Path, template: Path) -> None:
    assert completions(workspace, "run", "@l") == ["@least _"]
    assert completions(workspace, "run", "@least", "f") == ["file= _"]


def test_what_a_shell_or_a_template_cannot_take_is_not_completed(workspace: Path, template: Path) -> None:
    """A stranger's workspace chooses these names, and a shell would run a command in one."""
    template.with_name("$(touch x).md").write_text("one", encoding="utf-8")
    template.with_name("broken.md").write_text("{{ file", encoding="utf-8")
    template.with_name("folder.md").mkdir()
    (workspace / "pandora.toml").write_text('[profile."$(touch x)"]\ncalls = 9\n', encoding="utf-8")
    assert completions(workspace, "run", "@") == ["@broken _", "@folder _", "@least _"]
    assert completions(workspace, "run", "@broken", "") == completions(workspace, "run", "@folder", "") == []
    assert completions(workspace, "run", "--profile", "") == []
