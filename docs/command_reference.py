"""Write docs/commands.md from the commands themselves: `python docs/command_reference.py`, or `--check` it."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from pandora.cli import cli
from pandora.commands.command_groups import COMMAND_GROUPS
from pandora.commands.run_options import run_options

PAGE = Path(__file__).with_name("commands.md")
HEAD = """# Commands

<!-- Generated from the commands by `make docs`. Edit the help texts in pandora/commands/, not this page. -->

Every command prints its results on stdout. It shows its progress on stderr: a live tree on a terminal, plain
lines elsewhere ([what is shown](speed.md#progress-and-speed)). Pandora strips terminal escapes from what
models and files say. `NO_COLOR` turns colours off.

A DOCUMENT is a run, by its six characters, a unique beginning of them, or `last`; or it names a document.
A command that can do without it then means the last run, and says which one where it changes something.
`DOCUMENT:SECTION` is one section of it, by number or name: `k3f9a2:2` or `k3f9a2:plan`.

On a terminal, tables and trees fit its width, also at 50 columns; elsewhere, no line is cut.

The workspace is the nearest folder upwards that has `system/pattern.md`. `-C DIR` names another one, and stands
before the command: `pandora -C DIR run TASK`.
"""
CODES = """## Exit codes

| exit code | meaning |
|---|---|
| 0 | accepted, or done |
| 1 | internal error: a bug, please report it; for `check`, `fsck` and `selftest`: there is a problem |
| 2 | usage: an option, a setting, a name or a document that cannot be read |
| 3 | waiting for a person |
| 4 | escalated: not solved; the document has the reason and the partial result |
| 5 | failed: the model could not do it or does not fit here, an effect was refused, or a cluster is gone |
| 6 | the disk is full or failed; the state from before is whole |
| 130 | interrupted, by Ctrl-C or a signal; every document is whole, and `pandora resume RUN` goes on |

`run`, `resume`, `answer`, `approve`, `edit` and `watch` exit with the code of the run. With `--json`, they
print an object with `id`, `status`, `output`, `documents`, `question`, `question_kind`, `question_shows`,
`reason`, `usage` (what the whole run cost; `seconds` are those on the clock, of all its commands together) and
`sitting` (what this command cost of it). Where
a command fails, `--json` prints [the error as an object](events.md#errors). `--events` tells
[everything that happens](events.md).
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or with --check say whether it is as the commands are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="Write nothing; exit with 1 where the page is stale."
    )
    options = parser.parse_args(arguments)
    page = reference()
    if not options.check:
        PAGE.write_text(page, encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != page:
        print(f"{PAGE.name}:1: is not what the commands say; run make docs", file=sys.stderr)
        return 1
    return 0


def reference() -> str:
    """The whole page."""
    context = click.Context(cli, info_name="pandora")
    parts = [HEAD, _contents(), _options(cli), CODES]
    for names in COMMAND_GROUPS.values():
        for name in names:
            command = cli.get_command(context, name)
            if command is None:
                raise LookupError(f"{name} is listed and is no command")
            parts += _sections(command, click.Context(command, parent=context, info_name=name))
    return "\n".join(filter(None, parts))


def _contents() -> str:
    """The commands in groups, each with its one line."""
    rows = [
        f"| {group if first else ''} | [`{name}`](#pandora-{name}) | {line} |"
        for group, lines in COMMAND_GROUPS.items()
        for name, line in lines.items()
        for first in (name == next(iter(lines)),)
    ]
    return "\n".join(("| | command | does |", "|---|---|---|", *rows, ""))


def _sections(command: click.Command, context: click.Context) -> Iterator[str]:
    """The section of a command, and those of the commands below it."""
    top = context.parent is not None and context.parent.parent is None
    yield f"{'##' if top else '###'} {context.command_path}\n"
    yield f"```\n{_usage(command, context)}\n```\n"
    yield inspect.cleandoc(command.help or "") + "\n"
    if command.name != "run" and _names(command) >= _RUN:
        yield "It also takes the [options of a run](#pandora-run).\n"
        yield _options(command, _RUN)
    else:
        yield _options(command)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from _sections(below, click.Context(below, parent=context, info_name=name))


def _usage(command: click.Command, context: click.Context) -> str:
    """How the command is called, on one line."""
    return " ".join((context.command_path, *command.collect_usage_pieces(context)))


def _names(command: click.Command) -> frozenset[str]:
    """The names of the options of a command."""
    return frozenset(name for option in _own(command) for name in option.opts)


def _own(command: click.Command) -> list[click.Option]:
    return [
        parameter
        for parameter in command.params
        if isinstance(parameter, click.Option) and not parameter.hidden
    ]


def _options(command: click.Command, left_out: frozenset[str] = frozenset()) -> str:
    """The options of a command as a table; "" where it has none."""
    rows = [
        f"| `{_spelled(option)}` | {option.help or ''}{_default(option)} |"
        for option in _own(command)
        if left_out.isdisjoint(option.opts)
    ]
    return "\n".join(("| option | does |", "|---|---|", *rows, "")) if rows else ""


def _spelled(option: click.Option) -> str:
    """An option's names and the word for its value."""
    names = ", ".join(sorted(option.opts, key=len))
    if option.is_flag:
        return names
    if isinstance(option.type, click.Choice):
        return f"{names} {'/'.join(map(str, option.type.choices))}"
    return f"{names} {option.metavar or 'N'}"


def _default(option: click.Option) -> str:
    shown = option.show_default and not option.is_flag
    return f" The default is `{option.default}`." if shown else ""


_RUN = _names(click.command()(run_options(lambda: None)))


if __name__ == "__main__":
    sys.exit(main())
