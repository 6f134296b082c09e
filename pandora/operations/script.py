"""The operation `script`: run, in the sandbox, the script that a grown operation's own file contains."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pandora.document.operation_script import Script
from pandora.errors import RefusedError
from pandora.operations.staged_command import StagedOutcome, execute
from pandora.programs.inside import program_runner
from pandora.sandbox import scratch
from pandora.workspace.operation_context import OperationContext, Result

_NO_OUTPUT = "the script printed nothing"


def script(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Run `context.script`; its output is the result.

    The script gets `arguments` as one JSON object on standard input, and each as a file in the folder
    $ARGUMENTS; no argument is put into a command line or into the source. Raises RefusedError if the
    operation has no script.
    """
    grown = context.script
    if grown is None:
        raise RefusedError("this operation has no script; write one under '## Handler' of its file")
    folder = scratch.make("script", context.workspace)
    try:
        source = folder / ("script.py" if grown.language == "python" else "script.sh")
        source.write_text(grown.source, encoding="utf-8")
        given = json.dumps(dict(arguments), ensure_ascii=False).encode("utf-8", "replace")
        inputs = _inputs(folder, arguments, given)
        runner_path = Path(program_runner.__file__)
        command = _command(grown, source, runner_path)
        network = grown.effects == "network"
        staged = execute(
            command,
            replace(
                context,
                required=tuple(
                    confinement
                    for confinement in context.required
                    if not (network and confinement == "network")
                ),
            ),
            readable=(folder, runner_path.parent),
            environment={"ARGUMENTS": str(inputs)},
            stdin=given,
            network=network,
        )
    finally:
        scratch.discard(folder)
    return _result(grown, staged)


def _inputs(folder: Path, arguments: Mapping[str, str], given: bytes) -> Path:
    inputs = folder / "arguments"
    inputs.mkdir()
    (inputs / "arguments.json").write_bytes(given)
    for key, value in arguments.items():
        (inputs / re.sub(r"\W", "_", key)).write_bytes(value.encode("utf-8", "replace"))
    return inputs


def _command(grown: Script, source: Path, runner: Path) -> tuple[str, ...]:
    if grown.language == "sh":
        return ("sh", "-eu", str(source))
    return (sys.executable, "-I", "-B", "-W", "ignore", "-X", "utf8", str(runner), str(source))


def _result(grown: Script, staged: StagedOutcome) -> Result:
    completed, text, ok, code = staged.completed, staged.stdout, staged.ok, staged.completed.code
    changes = staged.changes
    if completed.timed_out:
        text = f"the script did not end: {staged.note}"
    elif not ok:
        said = staged.refused or staged.stderr or text
        text = said or f"the script ended with exit code {code} and said nothing"
    elif changes and grown.effects == "none":
        names = ", ".join(change.path for change in changes[:5])
        ok, text, changes = False, f"{grown.name} declares `effects: none` and changed {names}", ()
    elif grown.result == "json":
        ok, text = _json(text)
    elif not text and not changes:
        ok, text = False, f"{_NO_OUTPUT}\n{staged.stderr}".strip()
    return Result(
        ok, text, code, changes if ok else (), staged.note, completed.confined,
        (f"the network, by {grown.name}",) if grown.effects == "network" else (),
    )  # fmt: skip


def _json(text: str) -> tuple[bool, str]:
    """Return whether `text` is one JSON value, and that value as text or else a message."""
    try:
        return True, json.dumps(json.loads(text), ensure_ascii=False)
    except ValueError as error:
        return False, f"the script printed no JSON ({error}): {text[:200]}"
    except RecursionError:
        return False, "the script printed JSON that is nested too deeply"
