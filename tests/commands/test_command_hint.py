"""The commands that a message names can be typed where the message was read."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from pandora.commands.command_hint import folder_of, in_folder
from tests.commands.conftest import Run


@pytest.mark.parametrize(
    ("arguments", "folder"),
    [
        (["ls"], "."),
        (["-C", "a b", "ls"], "a b"),
        (["-Cwork", "ls"], "work"),
        (["--debug", "-C", "w", "run", "-C"], "w"),
        (["run", "-C", "w"], "."),
        (["-C"], "."),
    ],
)
def test_the_folder_of_a_command_line(arguments: list[str], folder: str) -> None:
    assert folder_of(arguments) == folder


def test_commands_in_backquotes_and_on_lines_of_their_own_get_the_folder() -> None:
    message = "see `pandora show x`\n  pandora edit x   (it)\nthe pandora run"
    expected = "see `pandora -C 'a b' show x`\n  pandora -C 'a b' edit x   (it)\nthe pandora run"
    assert in_folder(message, "a b") == expected
    assert in_folder(message, ".") == message
    assert in_folder("`pandora init w` or `pandora models pull m`", "w") == (
        "`pandora init w` or `pandora models pull m`"
    )


def test_an_error_names_the_folder_that_was_given(pandora: Run, workspace: Path) -> None:
    refused = pandora("show")
    assert refused.code == 2
    assert f"`pandora -C {shlex.quote(str(workspace))} run TASK`" in refused.err
