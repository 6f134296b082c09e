"""Whether the command lines of a page can be: programs, commands, options, choices and targets that exist."""

from __future__ import annotations

import importlib.util
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress

import click

from pandora.cli import cli
from tests.docs_check.page_blocks import ROOT

ASKING = ("run", "resume", "answer", "approve", "think")
"""The commands of Pandora that a model may answer."""
_APART = {"|", "||", "&&", ";", "&"}
_INLINE = re.compile(r"(?<!`)`(pandora [^`\n]+)`(?!`)")


def simple_commands(line: str) -> Iterator[list[str]]:
    """The words of each command of a line of shell, without redirections; ValueError for an open quote."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words: list[str] = []
    tokens = iter(lexer)
    for token in tokens:
        if token in _APART:
            yield words
            words = []
        elif token in (">", ">>", "<"):
            next(tokens, None)
        else:
            words.append(token)
    yield words


def asks_a_model(line: str) -> bool:
    """Whether the line calls a command of Pandora that a model may answer."""
    with suppress(ValueError):
        return any(
            words[0].endswith("pandora") and any(word in ASKING for word in words[1:4])
            for words in simple_commands(line)
            if words
        )
    return False


def problems_of_line(line: str) -> list[str]:
    """What is wrong with a line of shell on a page; each thing in some words."""
    try:
        return [problem for words in simple_commands(line) if words for problem in _problems(words)]
    except ValueError as error:
        return [str(error)]


def problems_of_prose(text: str) -> list[tuple[int, str]]:
    """What is wrong with the commands that stand in a page's sentences, each with its line."""
    wrong = []
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        if ticks := re.match(r" *(`{3,})", line):
            fence = "" if fence == ticks[1] else fence or ticks[1]
        if not fence and not line.lstrip().startswith("<!-- check:"):
            for command in _INLINE.findall(line):
                words = re.split(r"\s+(?:# )?", command.replace("\\|", "|"))
                problems = pandora_problems(words[1:], whole=False)
                wrong += [(number, f"`{command}`: {problem}") for problem in problems]
    return wrong


def _problems(words: Sequence[str]) -> list[str]:
    program = words[0].rpartition("/")[2]
    if program == "pandora":
        return pandora_problems(words[1:])
    if program == "make":
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        targets = [word for word in words[1:] if "=" not in word]
        return [
            f"the Makefile has no target {target}"
            for target in targets
            if not re.search(rf"^{re.escape(target)}:", makefile, re.M)
        ]
    if program.startswith("python") and words[1:2] == ["-m"]:
        return [] if importlib.util.find_spec(words[2]) else [f"there is no module {words[2]}"]
    return []


def pandora_problems(words: Sequence[str], whole: bool = True) -> list[str]:
    """What is wrong with the arguments of a call of `pandora`; if `whole`, none may be missing."""
    command: click.Command = cli
    context = click.Context(cli, info_name="pandora")
    rest = list(words)
    while True:
        named = isinstance(command, click.Group) and bool(rest) and rest[0] in command.commands
        if any(isinstance(parameter, click.Argument) for parameter in command.params):
            context.allow_interspersed_args = True
        try:
            # a group that takes an argument of its own would take the command's name for it
            values, rest, _ = ({}, rest, []) if named else command.make_parser(context).parse_args(rest)
            for parameter in command.params:
                value = values.get(parameter.name or "")
                # a placeholder such as MODE stands for any of the choices
                if isinstance(parameter.type, (click.Choice, click.IntRange)) and (
                    isinstance(value, str) and not value.isupper()
                ):
                    parameter.type_cast_value(context, value)
        except click.UsageError as error:
            return [error.format_message()]
        if not isinstance(command, click.Group):
            break
        if not rest:
            return []
        below = command.get_command(context, rest[0])
        if below is None:
            return [f"pandora has no command {rest[0]}"]
        command, context = below, click.Context(below, parent=context, info_name=rest[0])
        rest = rest[1:]
    if rest:
        return [f"{command.name} takes no further argument {rest[0]}"]
    missing = [
        parameter.human_readable_name
        for parameter in command.params
        if parameter.required and not _given(values.get(parameter.name or ""))
    ]
    return [f"{command.name} needs {name}" for name in missing] if whole else []


def _given(value: object) -> bool:
    """Whether click's parser found a value: what was not given is None, empty, or a mark of click's own."""
    return isinstance(value, str) or (isinstance(value, tuple | list) and bool(value))
