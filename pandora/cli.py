"""The command line: a group that imports each command when it is called, and what every error becomes."""

from __future__ import annotations

import errno
import importlib
import itertools
import os
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

import click

from pandora import __version__, interrupt
from pandora.commands.command_groups import COMMAND_GROUPS
from pandora.document.terminal_text import clean
from pandora.engine import builders
from pandora.errors import DiskError, PandoraError, did_you_mean
from pandora.interrupt import CODE
from pandora.workspace.secrets import without_secrets

COMMANDS = tuple(name for group in COMMAND_GROUPS.values() for name in group)
_SLOW_TO_IMPORT = {*COMMAND_GROUPS["Work"], *COMMAND_GROUPS["Think"], "ui"}
COMPLETE = "_PANDORA_COMPLETE"
"""The variable by which a shell's script asks for completions, as click derives it from the program's name."""
_ERASE_LINE = "\r\x1b[K"
_TURN_SECONDS = 0.25
"""Seconds between two steps of the sign that turns while a command is imported."""


@contextmanager
def _shown_to_start(name: str) -> Iterator[None]:
    """On a terminal, say that a command starts while it is imported, which a busy machine needs seconds for.

    A sign turns meanwhile, and the seconds count.
    """
    terminal = sys.stderr
    if name not in _SLOW_TO_IMPORT or os.environ.get("TERM") == "dumb" or not (terminal and terminal.isatty()):
        yield
        return
    with suppress(OSError):
        print("  starting", end="", file=terminal, flush=True)
    imported = threading.Event()
    turning = threading.Thread(target=_turn, args=(terminal, imported), daemon=True)
    turning.start()
    try:
        yield
    finally:
        imported.set()
        turning.join()
        with suppress(OSError):
            print(_ERASE_LINE, end="", file=terminal, flush=True)


def _turn(terminal: TextIO, imported: threading.Event) -> None:
    """Turn a sign before the word on the terminal, and count the seconds, until the command is imported."""
    with suppress(OSError, ValueError):
        for turn in itertools.count(1):
            if imported.wait(_TURN_SECONDS):
                return
            seconds = int(turn * _TURN_SECONDS)
            word = f"\r{'|/-'[turn % 3]} starting" + (f"  {seconds} s" if seconds else "")
            print(word, end="", file=terminal, flush=True)


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, so that `--help` is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order in which help lists them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported from its own module; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"pandora.commands.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; an unknown one gets the most similar name as a hint."""
        name = args[0]
        if name not in COMMANDS and name[:1] != "-" and not ctx.resilient_parsing:
            hint = did_you_mean(name, COMMANDS)
            if len(name.split()) > 1:
                hint = "; a task is done by `pandora run TASK`"
            raise click.UsageError(f"there is no command {name!r}{hint}", ctx)
        if ctx.resilient_parsing:  # a shell asks for completions, and its line is on the terminal
            return super().resolve_command(ctx, args)
        with _shown_to_start(name):
            return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a line for each command, by group, without importing one."""
        widest = max(map(len, COMMANDS))
        for group, lines in COMMAND_GROUPS.items():
            with formatter.section(group):
                formatter.write_dl([(name.ljust(widest), line) for name, line in lines.items()])


@click.command(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="pandora")
@click.option(
    "-C",
    "directory",
    default=".",
    metavar="DIR",
    help="Work in the workspace that DIR is in.",
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def cli(ctx: click.Context, directory: str, debug: bool) -> None:
    """Pandora: make for thinking, with a local language model.

    A task runs UNDERSTAND, PLAN, DO and CHECK and leaves markdown documents under state/ that you can
    read, edit and resume.

    Exit codes: 0 accepted, 1 internal error, 2 usage, 3 waiting for a person, 4 escalated, 5 failed,
    6 disk full or I/O error, 130 interrupted.
    """
    ctx.obj = Path(directory)
    builders.register("phases", _phase_builder)
    builders.register("capability", _capability_builder)
    builders.register("from run", _tool_from_run)
    builders.register("evolution", _evolution_builder)
    builders.register("request of a capability", _capability_request)


def _phase_builder() -> builders.Builder:
    """The builder of phase files, imported when the engine first asks for it."""
    from pandora.growth.phase_builder import PhaseBuilder

    return PhaseBuilder()


def _capability_builder() -> builders.Builder:
    """The builder of new tools, imported when the engine first asks for it."""
    from pandora.commands.evolve import open_suites
    from pandora.growth.capability import CapabilityBuilder

    return CapabilityBuilder(open_suites)


def _capability_request() -> builders.Builder:
    """The builder of runs that ask for a new tool, imported when the engine first asks for it."""
    from pandora.growth.growth_in_run import CapabilityRequest

    return CapabilityRequest()


def _tool_from_run() -> builders.Builder:
    """The builder of operations from accepted runs, imported when the engine first asks for it."""
    from pandora.growth.tool_from_run import ToolFromRun

    return ToolFromRun()


def _evolution_builder() -> builders.Builder:
    """The builder of rounds of edits, imported when the engine first asks for it."""
    from pandora.commands.evolve import open_suites
    from pandora.growth.pattern_evolution import EvolutionBuilder

    return EvolutionBuilder(open_suites)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its documented code."""
    if COMPLETE in os.environ:
        from pandora.commands.completion import add_shells

        add_shells()
    _open_missing_streams()
    code = run(sys.argv[1:] if arguments is None else arguments)
    # Python would wait at its exit for a thread that still waits for a server.
    if interrupt.stop_requested() and threading.active_count() > 1:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
    sys.exit(code)


def _open_missing_streams() -> None:
    """Give the program an output that goes nowhere where it was started with a closed one, as by `>&-`."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def run(arguments: list[str], command: click.Command = cli, name: str = "pandora") -> int:
    """Run `command` with `arguments` and return its exit code; an error is printed as one line on stderr."""
    debug = "--debug" in arguments
    try:
        with interrupt.signals_handled():
            result = command.main(args=arguments, prog_name=name, standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort as abort:
        return _report_interrupt(abort.__cause__, arguments)
    except KeyboardInterrupt as stop:
        return _report_interrupt(stop, arguments)
    except click.ClickException as problem:
        error = _with_whole_option(problem, arguments)
        _print_error_object(error, arguments)
        error.show()
        return 2
    except PandoraError as error:
        _print_traceback(debug, arguments)
        _print_error_object(error, arguments)
        message = _with_folder(_hide_secrets(str(error), arguments), arguments)
        click.echo(f"pandora: {clean(message)}", err=True)
        return error.exit_code
    except BrokenPipeError:
        return _end_without_reader()
    except SystemExit as stop:
        if stop.code != 1:
            raise
        return _end_without_reader()  # no command exits so, but click does where a pipe is closed
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None and error.errno in _NO_ROOM:
            return _report_failed_write(error, arguments)
        _print_traceback(debug, arguments)
        message = " ".join(clean(_hide_secrets(str(error), arguments)).split()) or "no message"
        _print_error_object(error, arguments)
        click.echo(
            f"pandora: internal error: {type(error).__name__}: {message}; run again with --debug", err=True
        )
        return 1


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What the system says where a stream, such as a file to which the output goes, takes no more."""


def _end_without_reader() -> int:
    """Who read the output has enough of it, as `head` has: no error. What is left of it goes nowhere."""
    _send_output_nowhere()
    return 0


def _send_output_nowhere() -> None:
    """Have stdout end in nothing, so that Python's last flush at its exit does not fail again."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _report_failed_write(error: OSError, arguments: list[str]) -> int:
    """Say on stderr that the output found no room; returns the exit code of a disk that failed."""
    _print_traceback("--debug" in arguments, arguments)
    _send_output_nowhere()
    says = f"what it prints cannot be written: {error.strerror}; free some room, or send the output elsewhere"
    with suppress(OSError):
        click.echo(f"pandora: {says}", err=True)
    return DiskError.exit_code


def _print_error_object(error: BaseException, arguments: list[str]) -> None:
    """Where a command was given --json, print its error as one JSON object on stdout, without secrets."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    if "--json" not in options:
        return
    from pandora.commands.event_log import error_object
    from pandora.commands.printing import print_json

    described = error_object(error)
    hidden = {key: _without_secrets(value, arguments) for key, value in described["error"].items()}
    hidden["message"] = _with_folder(hidden["message"], arguments)  # as a person reads it on stderr
    with suppress(OSError):  # nobody may read it any more
        print_json({"error": hidden, "exit_code": described["exit_code"]})


def _with_folder(message: str, arguments: list[str]) -> str:
    """The message with the `-C DIR` of this command in every command that it names."""
    from pandora.commands.command_hint import folder_of, in_folder

    return in_folder(message, folder_of(arguments))


def _with_whole_option(error: click.ClickException, arguments: list[str]) -> click.ClickException:
    """The error; for `-model`, which is read as `-m -o …`, one with the word and the option it resembles."""
    if not isinstance(error, click.NoSuchOption) or error.option_name[:2] == "--" or error.ctx is None:
        return error
    letters = [word for word in arguments if word[:1] == "-" and word[:2] != "--" and len(word) > 2]
    words = [word.partition("=")[0] for word in letters if error.option_name[1:] in word]
    if not words:
        return error
    options = [option for parameter in error.ctx.command.params for option in parameter.opts]
    return click.NoSuchOption(words[0], possibilities=options, ctx=error.ctx)


def _without_secrets(value: Any, arguments: list[str]) -> Any:
    if isinstance(value, list):
        return [{key: _without_secrets(inner, arguments) for key, inner in row.items()} for row in value]
    return _hide_secrets(value, arguments) if isinstance(value, str) else value


def _print_traceback(debug: bool, arguments: list[str]) -> None:
    """With --debug, print the traceback of the error at hand, without secrets: people send it to others."""
    if debug:
        click.echo(clean(_hide_secrets(traceback.format_exc(), arguments)), err=True, nl=False)


def _hide_secrets(text: str, arguments: list[str]) -> str:
    """`text` without the secrets of the environment and of the files that the workspace's policy denies."""
    from pandora.disk.layout import find_workspace
    from pandora.settings import load_settings

    try:
        folders = [folder for option, folder in itertools.pairwise(arguments) if option == "-C"]
        root = find_workspace(Path(folders[0] if folders else ".")).root
        policy = load_settings(root, {}).policy
    except (
        Exception
    ):  # a broken workspace is reported elsewhere; here the secrets of the environment are enough
        return without_secrets(text)
    return without_secrets(text, root, policy.hides)


def _report_interrupt(stop: BaseException | None, arguments: list[str]) -> int:
    """Say on stderr how to go on after an interrupt; returns its exit code."""
    if "--leashed" not in arguments:  # of several worker processes, only their parent says it
        from pandora.commands.event_log import RESUME, interrupted_words

        _print_error_object(stop or KeyboardInterrupt(), arguments)
        words = interrupted_words(getattr(stop, "run", None), getattr(stop, "command", RESUME))
        words = _with_folder(words, arguments)
        click.echo(f"pandora: {words}", err=True)
    return CODE
