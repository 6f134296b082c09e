"""The operation `python`: a small program, with ready-made functions, run on a copy of the workspace."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from pandora.operations.handler import Result, Room
from pandora.operations.staged import Staged, execute
from pandora.sandbox import scratch

_FENCE = re.compile(r"\A\s*```[\w-]*[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL)
_SILENT = "the program printed nothing; print the answer"


def python(arguments: Mapping[str, str], room: Room) -> Result:
    """Run the program `code`: what it printed, or its error at a line of the program."""
    code = arguments.get("code", "")
    fenced = _FENCE.match(code)
    folder = scratch.make("program")
    try:
        program = folder / "program.py"
        program.write_bytes((fenced[1] if fenced else code).encode("utf-8", "replace"))
        runner = Path(__file__).with_name("runner.py")
        # -B writes no bytecode: -I does not read the variable that says so.
        command = (sys.executable, "-I", "-B", "-W", "ignore", "-X", "utf8", str(runner), str(program))
        staged = execute(command, room, readable=(folder, runner.parent))
    finally:
        scratch.discard(folder)
    return _result(staged)


def _result(staged: Staged) -> Result:
    completed, text = staged.completed, staged.stdout
    if completed.timed_out:
        text = f"the program did not end: {staged.note}"
    elif not staged.ok:
        text = staged.stderr or text or f"the program ended with exit code {completed.code} and said nothing"
    elif not text and not staged.changes:
        text = f"{_SILENT}\n{staged.stderr}".strip()
    ok = staged.ok and bool(staged.stdout or staged.changes)
    return Result(ok, text, completed.code, staged.changes, staged.note, completed.confined)
