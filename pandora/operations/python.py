"""The operation `python`: a small program, with ready-made functions, run on a copy of the workspace."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from pandora.operations.handler import Result, Room
from pandora.operations.staged import execute
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
        package = Path(__file__).parent.parent
        runner = Path(__file__).with_name("runner.py")
        # -B writes no bytecode: -I does not read the variable that says so.
        command = (sys.executable, "-I", "-B", "-X", "utf8", str(runner), str(program))
        staged = execute(command, room, readable=(folder, package))
    finally:
        scratch.discard(folder)
    code_, held = staged.completed.code, staged.completed.confined
    if staged.completed.timed_out:
        return Result(False, f"the program did not end: {staged.note}", code_, note=staged.note, confined=held)
    if not staged.ok:
        text = staged.stderr or staged.stdout or f"the program ended with exit code {code_} and said nothing"
        return Result(False, text, code_, note=staged.note, confined=held)
    if not staged.stdout and not staged.changes:
        text = f"{_SILENT}\n{staged.stderr}".strip()
        return Result(False, text, code_, note=staged.note, confined=held)
    return Result(True, staged.stdout, 0, staged.changes, staged.note, held)
