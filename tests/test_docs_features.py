"""The page of features names commands, options and tests that are there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import pytest

from pandora.cli import COMMANDS, cli

_NAMED = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "features.md"


def features() -> list[tuple[str, str, str]]:
    """The rows of all tables: feature, commands, test."""
    lines = PAGE.read_text(encoding="utf-8").split("\n")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return [(row[0], row[1], row[2]) for row in rows if row[0] != "feature"]


def wrong_in(command: str) -> Iterator[str]:
    """What a command line of the page names and Pandora does not have."""
    program, *words = command.split()
    if program != "pandora":
        yield program
    named: click.Command = cli
    context = click.Context(cli, info_name="pandora")
    while isinstance(named, click.Group) and words and not words[0].startswith("-"):
        below = named.get_command(context, words.pop(0))
        if below is None:
            yield command
            return
        named, context = below, click.Context(below, parent=context)
    known = {name for option in named.get_params(context) for name in option.opts}
    yield from (word for word in words if word.startswith("--") and word not in known)


def is_there(test: str) -> bool:
    """Whether a test of the page, a file, `file::name` or `file::Class::name`, is there as pytest names it."""
    path, *names = test.split("::")
    if not (ROOT / path).is_file():
        return False
    within: Sequence[ast.stmt] = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    for name in names:
        named = (node for node in within if isinstance(node, _NAMED) and node.name == name)
        if (node := next(named, None)) is None:
            return False
        within = node.body
    return True


@pytest.mark.parametrize(("feature", "commands", "test"), features(), ids=[row[0] for row in features()])
def test_a_feature_has_a_command_and_a_test_that_are_there(feature: str, commands: str, test: str) -> None:
    quoted = re.findall(r"`([^`]+)`", commands)
    assert quoted
    assert [wrong for command in quoted for wrong in wrong_in(command)] == []
    assert is_there(test.strip("`"))


def test_what_is_not_there_is_noticed() -> None:
    assert list(wrong_in("pandora fly")) == ["pandora fly"]
    assert list(wrong_in("pandora run --fly TASK")) == ["--fly"]
    assert list(wrong_in("pandora graph fly")) == ["pandora graph fly"]
    assert not is_there("tests/test_gone.py")
    assert not is_there("tests/test_docs_features.py::test_gone")


def test_every_command_that_a_person_uses_is_a_feature() -> None:
    inside = {"budget"}
    named = {
        command.split()[1] for _, commands, _ in features() for command in re.findall(r"`([^`]+)`", commands)
    }
    assert set(COMMANDS) - inside <= named
