"""The operation `python`: run a small program, with ready-made functions, on a copy of the workspace."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pandora.operations.staged_command import StagedOutcome, execute
from pandora.programs.inside import program_functions, program_runner
from pandora.programs.printed_values import without_float_noise
from pandora.programs.repairs.program_continuation import NOTHING_PRINTED
from pandora.programs.structured.structured_edit import LARGEST, format_of, in_place
from pandora.regular_file import read_regular
from pandora.sandbox import scratch
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result

_FENCE = re.compile(r"\A\s*```[\w-]*[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_]\w{0,39}\.json")


def python(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Run the program `code`; return what it printed, or its error with the line of the program."""
    folder = scratch.make("program", context.workspace)
    try:
        program = folder / "program.py"
        program.write_bytes(without_fence(arguments.get("code", "")).encode("utf-8", "replace"))
        runner_path = Path(program_runner.__file__)
        command = (*python_command(runner_path), str(program), program_runner.READ)
        staged = execute(
            command,
            context,
            readable=(folder, runner_path.parent),
            prepare=lambda root: write_kept_values(root, context),
        )
    finally:
        scratch.discard(folder)
    return _result(staged, context)


def without_fence(code: str) -> str:
    """The program without the fence that a model may have put around it."""
    fenced = _FENCE.match(code)
    return fenced[1] if fenced else code


def python_command(script: Path) -> tuple[str, ...]:
    """The command that runs a script of Pandora's in the sandbox."""
    # -B writes no bytecode; with -I, Python ignores the environment variable for that.
    return (sys.executable, "-I", "-B", "-W", "ignore", "-X", "utf8", str(script))


def write_kept_values(root: Path, context: OperationContext) -> None:
    """Write the values that earlier programs kept to where the program's function `kept` reads them."""
    for name, value in context.kept.items():
        (root / program_functions.KEPT).mkdir(exist_ok=True)
        (root / program_functions.KEPT / f"{name}.json").write_bytes(value)


def _split_changes(
    staged: StagedOutcome, context: OperationContext
) -> tuple[tuple[Change, ...], dict[str, bytes], str]:
    """Return the changes to files, the values that the program kept, and a note on rejected values."""
    changes, values, left = [], {}, []
    for change in staged.changes:
        if change.path == program_runner.READ:
            continue
        folder, _, name = change.path.partition("/")
        if folder != program_functions.KEPT:
            changes.append(_in_place(change, context))
        elif change.content is not None and change.content != context.kept.get(name.removesuffix(".json")):
            try:
                if len(change.content) > program_functions.KEPT_SIZE or not _NAME.fullmatch(name):
                    raise ValueError("too large, or no name")
                json.loads(change.content)
                values[name.removesuffix(".json")] = change.content
            except (ValueError, RecursionError):
                left.append(name)
    return tuple(changes), values, f"not kept: {', '.join(left)[:200]}" if left else ""


def _in_place(change: Change, context: OperationContext) -> Change:
    """The change of a structured file without what a program changes only because it writes the whole file."""
    if not change.before or change.content is None or format_of(change.path) is None:
        return change
    try:
        before, whole = read_regular(change.path, LARGEST, inside=context.workspace)
    except OSError:
        return change
    if not whole or hashlib.sha256(before).hexdigest() != change.before:
        return change
    return replace(change, content=in_place(change.path, before, change.content))


def _files_read(staged: StagedOutcome, context: OperationContext) -> tuple[str, ...]:
    """Return the workspace files that the program opened to read, as its runner noted them."""
    noted = next((change.content for change in staged.changes if change.path == program_runner.READ), None)
    try:
        paths = json.loads(noted or b"[]")
    except (ValueError, RecursionError):
        return ()
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        return ()
    return tuple(path for path in paths if not context.hides(path) and not context.distrusts(path))


def _result(staged: StagedOutcome, context: OperationContext) -> Result:
    completed, text = staged.completed, without_float_noise(staged.stdout)
    changes, values, left = _split_changes(staged, context)
    if completed.timed_out:
        text = f"the program did not end: {staged.note}"
    elif not staged.ok:
        said = staged.refused or staged.stderr or text
        text = said or f"the program ended with exit code {completed.code} and said nothing"
    elif not text and values and not changes:
        text = f"kept {', '.join(values)}"
    elif not text and not changes:
        text = f"{NOTHING_PRINTED}\n{staged.stderr}".strip()
    ok = staged.ok and bool(staged.stdout or changes or values)
    note = "; ".join(filter(None, (staged.note, left)))
    return Result(
        ok,
        text,
        completed.code,
        changes,
        note,
        completed.confined,
        kept=values,
        read=_files_read(staged, context),
    )
