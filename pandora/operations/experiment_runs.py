"""Runs of a program on altered copies of its files, all of them in one start of the sandbox."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pandora.operations.python import python_command, without_fence, write_kept_values
from pandora.operations.staged_command import execute
from pandora.programs.inside import experiment_runner, program_functions
from pandora.programs.metamorphic.experiment_subject import Copy
from pandora.programs.printed_values import Run
from pandora.workspace.operation_context import OperationContext, Result

_KEPT = f"{program_functions.KEPT}/_"
_STARTING = 5.0
"""The most seconds that the sandbox may take to start and to end, beside the runs."""


def run_copies(
    arguments: Mapping[str, str],
    context: OperationContext,
    result: Result,
    copies: Sequence[Copy],
    seconds: float,
) -> list[Run | None]:
    """Run the program on each copy, for at most so many seconds together; None for a run that did not end.

    `result` is that of its first run: a copy has files of its own where that one read or changed a file.
    """
    source = without_fence(arguments.get("code", ""))
    own = sorted({*result.read, *(change.path for change in result.changes if change.before)})
    folders = {str(Path(path).parent / "_") for path in (*(change.path for change in result.changes), _KEPT)}

    def prepare(root: Path) -> None:
        write_kept_values(root, context)
        home = root / experiment_runner.FOLDER
        home.mkdir()
        runs = []
        for number, copy in enumerate(copies):
            (home / f"program{number}.py").write_text(copy.program or source, "utf-8", "replace")
            for path, content in copy.files.items():
                target = home / f"files{number}" / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            runs.append({"program": f"program{number}.py", "files": f"files{number}"})
        there = [path for path in own if (root / path).is_file()]
        plan = {"seconds": seconds, "own": [*there, *folders], "runs": runs}
        (home / experiment_runner.PLAN).write_text(json.dumps(plan), "utf-8")

    script = Path(experiment_runner.__file__)
    limits = replace(context.limits, seconds=min(context.limits.seconds, seconds + _STARTING))
    staged = execute(
        python_command(script), replace(context, limits=limits), readable=(script.parent,), prepare=prepare
    )
    name = f"{experiment_runner.FOLDER}/{experiment_runner.REPORT}"
    report = next((change.content for change in staged.changes if change.path == name), None)
    try:
        entries = json.loads(report or b"[]")
        runs = [entry and _run(entry) for entry in entries]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        runs = []  # the program may have written there
    return [*runs, *[None] * len(copies)][: len(copies)]


def _run(entry: Mapping[str, object]) -> Run:
    files = entry["files"]
    assert isinstance(files, dict)
    contents = {
        path: base64.b64decode(content)
        for path, content in files.items()
        if not path.startswith(f"{program_functions.KEPT}/")
    }
    return Run(entry["code"] == 0, str(entry["text"]), contents)
