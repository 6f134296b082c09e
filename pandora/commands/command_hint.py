"""The commands that a message names: with the workspace and the model that this command was given."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

import click

_COMMAND = re.compile(r"(`|^ +)pandora (?=(?!(?:init|trust|models)\b)[a-z])", re.M)
"""Matches the name of the program where a message names a command of it: in backquotes, or on a line alone.

`init` and `trust` name a folder of their own, and `models` is about the machine.
"""
_CALLS_A_MODEL = ("resume", "answer", "approve")
"""The commands that go on with a run, and so need its model."""


def with_folder(text: str) -> str:
    """Return a message with `-C DIR` in every command that it names, where this command was given one."""
    return in_folder(text, command_folder())


def command_folder() -> str:
    """The folder that this command was given with `-C`; "." where it was given none."""
    context = click.get_current_context(silent=True)
    return "." if context is None else str(context.find_root().params.get("directory") or ".")


def in_folder(text: str, folder: str) -> str:
    """Return a message with `-C FOLDER` in every command that it names; "." is where the commands are typed."""
    if folder == ".":
        return text
    named = f"pandora -C {shlex.quote(folder)} "
    return _COMMAND.sub(lambda match: match[1] + named, text)


def folder_of(arguments: Sequence[str]) -> str:
    """The folder that `-C` names among the arguments of a command line; "." where there is none."""
    for number, argument in enumerate(arguments):
        if argument == "-C":
            return next(iter(arguments[number + 1 :]), ".")
        if argument.startswith("-C"):
            return argument[2:]
        if not argument.startswith("-"):
            return "."
    return "."


def going_on(command: str, run: str, rest: str = "") -> str:
    """The command that goes on with a run, with the --model and the --profile that this command was given.

    A document names its model, but not the server that has it, nor the file.
    """
    context = click.get_current_context(silent=True)
    given = context.params if context is not None else {}
    words = [f"pandora {command} {run}", *([rest] if rest else [])]
    for name in ("model", "profile") if command in _CALLS_A_MODEL else ():
        if given.get(name):
            words.append(f"--{name} {shlex.quote(str(given[name]))}")
    return " ".join(words)
